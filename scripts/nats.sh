#!/bin/sh
# Prints where nats-server is; where there is none, root installs Debian's, and others are told how.
# NATS_SERVER=/path/to/one names another.
set -eu

find_it() {
    for name in "${NATS_SERVER:-}" nats-server /usr/sbin/nats-server; do
        if [ -n "$name" ] && command -v "$name"; then
            return 0
        fi
    done
    return 1
}

if find_it; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing Debian's nats-server ..." >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends nats-server; } >&2 || true
    if find_it; then
        exit 0
    fi
fi
cat >&2 << 'END'
A cluster needs nats-server, and it is not here. On Debian or Ubuntu:
    sudo apt-get install nats-server
Elsewhere install it and name it: NATS_SERVER=/path/to/nats-server make test
END
exit 1
