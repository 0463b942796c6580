#!/bin/sh
# Prints where nats-server is; where there is none, root installs Debian's, and others are told how.
# NATS_SERVER=/path/to/one names another.
set -eu
. "$(dirname "$0")/find_program.sh"
if find_program "${NATS_SERVER:-}" "nats-server /usr/sbin/nats-server" nats-server; then
    exit 0
fi
cat >&2 << 'END'
A cluster needs nats-server, and it is not here. On Debian or Ubuntu:
    sudo apt-get install nats-server
Elsewhere install it and name it: NATS_SERVER=/path/to/nats-server make test
END
exit 1
