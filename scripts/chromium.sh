#!/bin/sh
# Prints where Chromium is; where there is none, root installs Debian's, and others are told how.
# CHROMIUM=/path/to/one names another. The headless shell comes first: the same engine without the
# parts of a desktop browser takes less than half the processor time of `chromium --headless`.
set -eu
. "$(dirname "$0")/find_program.sh"
names="chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome"
if find_program "${CHROMIUM:-}" "$names" "chromium-headless-shell fonts-liberation"; then
    exit 0
fi
cat >&2 << 'END'
The tests of the web client need Chromium, and it is not here. On Debian or Ubuntu:
    sudo apt-get install chromium-headless-shell
Elsewhere install Chromium or Chrome and name it: CHROMIUM=/path/to/chrome make test
END
exit 1
