#!/bin/sh
# Prints where Chromium is; where there is none, root installs Debian's, and others are told how.
# CHROMIUM=/path/to/one names another.
set -eu

find_it() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
        if [ -n "$name" ] && command -v "$name"; then
            return 0
        fi
    done
    return 1
}

if find_it; then
    exit 0
fi
if [ -n "${CHROMIUM:-}" ]; then
    echo "CHROMIUM=$CHROMIUM is no program, and no other Chromium was found." >&2
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing Debian's chromium ..." >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        chromium fonts-liberation; } >&2 || true
    if find_it; then
        exit 0
    fi
fi
cat >&2 << 'END'
The tests of the web client need Chromium, and it is not here. On Debian or Ubuntu:
    sudo apt-get install chromium
Elsewhere install Chromium or Chrome and name it: CHROMIUM=/path/to/chrome make test
END
exit 1
