#!/bin/sh
# Prints where a program is: debian_program.sh PROGRAM PACKAGE. Where there is none, root installs Debian's package.
set -eu
[ $# = 2 ] || { sed -n '2s/^# *//p' "$0" >&2; exit 2; }
PATH=$PATH:/usr/sbin:/sbin
if command -v "$1"; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing Debian's $2 ..." >&2
    # RUNLEVEL=1: a program that is installed for tests is not started as a service.
    { apt-get update && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get install --yes --no-install-recommends "$2"; } >&2 || true
    if command -v "$1"; then
        exit 0
    fi
fi
echo "$1 is not here. On Debian or Ubuntu: sudo apt-get install $2" >&2
exit 1
