#!/bin/sh
# Prints where a program is: debian_program.sh PROGRAM PACKAGE. Where there is none, root installs Debian's package.
set -eu
[ $# = 2 ] || { sed -n '2s/^# *//p' "$0" >&2; exit 2; }
. "$(dirname "$0")/find_program.sh"
PATH=$PATH:/usr/sbin:/sbin
if find_program "" "$1" "$2"; then
    exit 0
fi
echo "$1 is not here. On Debian or Ubuntu: sudo apt-get install $2" >&2
exit 1
