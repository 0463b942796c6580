#!/bin/sh
# Prints where Firefox is; where there is none, root installs Debian's, and others are told how.
# FIREFOX=/path/to/one names another.
set -eu
. "$(dirname "$0")/find_program.sh"
if find_program "${FIREFOX:-}" "firefox-esr firefox" "firefox-esr fonts-liberation"; then
    exit 0
fi
cat >&2 << 'END'
The tests of the web client also run in Firefox, and it is not here. On Debian:
    sudo apt-get install firefox-esr
Elsewhere install Firefox and name it: FIREFOX=/path/to/firefox make test
END
exit 1
