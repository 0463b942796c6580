#!/bin/sh
# Prints where Firefox is; where there is none, root installs Debian's, and others are told how.
# FIREFOX=/path/to/one names another.
set -eu

find_it() {
    for name in "${FIREFOX:-}" firefox-esr firefox; do
        if [ -n "$name" ] && command -v "$name"; then
            return 0
        fi
    done
    return 1
}

if find_it; then
    exit 0
fi
if [ -n "${FIREFOX:-}" ]; then
    echo "FIREFOX=$FIREFOX is no program, and no other Firefox was found." >&2
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing Debian's firefox-esr ..." >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        firefox-esr fonts-liberation; } >&2 || true
    if find_it; then
        exit 0
    fi
fi
cat >&2 << 'END'
The tests of the web client also run in Firefox, and it is not here. On Debian:
    sudo apt-get install firefox-esr
Elsewhere install Firefox and name it: FIREFOX=/path/to/firefox make test
END
exit 1
