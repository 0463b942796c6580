#!/bin/sh
# Installs the wheel in a fresh Debian root by deploy/install.sh, starts the unit's command there, fetches
# the page directly and through nginx, upgrades, and backs up. Needs root; debootstrap is installed if missing.
#   make test-deploy
set -eu

cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "make test-deploy needs root, for chroot" >&2; exit 2; }
scripts/debian_program.sh debootstrap debootstrap > /dev/null
work=$PWD/build/deploy
root=$work/root
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
started=

unmount() {
    for folder in dev/shm proc; do
        if mountpoint -q "$root/$folder"; then umount --lazy "$root/$folder"; fi
    done
}
clean() {
    for process in $started; do kill "$process" 2> /dev/null || true; done
    wait
    unmount
}
trap clean EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

for port in 80 443 8000 9100; do
    if python3 -c "import socket; socket.create_connection(('127.0.0.1', $port), 1)" 2> /dev/null; then
        fail "port $port of this machine is in use, and the test needs it"
    fi
done

mkdir -p "$work"
wheel=$(ls -t dist/ludarium-*.whl | head -n 1)
echo "== wheels of $wheel"
# The program is downloaded here, because only this machine has its package index configured.
[ -x "$work/pip/bin/pip" ] || python3 -m venv "$work/pip"
sed -e 's/ \\$//' -e '/--hash=/d' requirements.lock > "$work/constraints.txt"
"$work/pip/bin/pip" download --quiet --disable-pip-version-check --dest "$work/wheels" \
    --constraint "$work/constraints.txt" "ludarium[cluster] @ file://$PWD/$wheel"

echo "== a fresh Debian root ($suite)"
[ -f "$work/$suite.tar" ] || {
    rm -rf "$work/made"
    debootstrap --variant=minbase "$suite" "$work/made" "$mirror" > "$work/debootstrap.log" 2>&1 ||
        { tail -n 20 "$work/debootstrap.log"; fail "debootstrap"; }
    tar --create --file "$work/$suite.tar" --directory "$work/made" .
    rm -rf "$work/made"
}
unmount
rm -rf --one-file-system "$root"
mkdir -p "$root"
tar --extract --file "$work/$suite.tar" --directory "$root"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm"
mount -t tmpfs tmpfs "$root/dev/shm" # debootstrap made the devices
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir -p "$root/source/dist" "$root/wheels"
cp -r deploy requirements.lock "$root/source/"
cp "$wheel" "$root/source/dist/"
cp "$work"/wheels/*.whl "$root/wheels/"

inside() { (exec_inside "$@"); }
exec_inside() {
    exec chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels "$@"
}

echo "== wrong options are refused in words"
for wrong in "--proxy apache" "--domain bad_name!" "--wheel /none.whl" "--nonsense" "--database mysql://x"; do
    # shellcheck disable=SC2086  # two words
    if inside /source/deploy/install.sh $wrong > "$work/wrong.log" 2>&1; then fail "$wrong was accepted"; fi
    grep -q '^install.sh: ' "$work/wrong.log" || { cat "$work/wrong.log"; fail "no sentence for $wrong"; }
done

echo "== install"
inside /source/deploy/install.sh --domain localhost > "$work/install.log" 2>&1 ||
    { tail -n 30 "$work/install.log"; fail "install.sh"; }
[ "$(stat -c %a "$root/etc/ludarium/ludarium.env")" = 640 ] || fail "others can read the settings"

start_unit() {
    # What systemd would do: the settings, the user and the command of the unit.
    exec_inside sh -euc '
        set -a; . /etc/ludarium/ludarium.env; set +a
        command=$(sed -n "s/^ExecStart=//p" /etc/systemd/system/ludarium.service)
        cd /var/lib/ludarium
        eval "exec setpriv --reuid=ludarium --regid=ludarium --init-groups --no-new-privs $command"' \
        > "$work/server.log" 2>&1 &
    server=$!
    started="$started $server"
    tries=0
    until fetch http://127.0.0.1:8000/api/health > /dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 240 ] || { tail -n 20 "$work/server.log"; fail "the unit's command does not serve"; }
        sleep 0.5
    done
}
fetch() { "$work/pip/bin/python" - "$1" << 'END'
import ssl, sys, urllib.request
trusting = ssl._create_unverified_context()
with urllib.request.urlopen(sys.argv[1], timeout=30, context=trusting) as answer:
    print(answer.read().decode())
END
}

echo "== the unit's command serves the page"
start_unit
fetch http://127.0.0.1:8000/ | grep -q '<title>' || fail "no page"
fetch http://127.0.0.1:8000/api/health | grep -q '"engine":"compiled"' || fail "the rules are not compiled"
fetch http://127.0.0.1:9100/metrics | grep -q '^ludarium_rooms ' || fail "no metrics"

echo "== nginx serves it over TLS"
exec_inside nginx -g 'daemon off;' > "$work/nginx.log" 2>&1 &
started="$started $!"
tries=0
until fetch https://127.0.0.1/ 2> /dev/null | grep -q '<title>'; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { cat "$work/nginx.log"; fail "no page through nginx"; }
    sleep 0.5
done

echo "== the backup unit's command"
inside sh -euc '
    set -a; . /etc/ludarium/ludarium.env; set +a
    command=$(sed -n "s/^ExecStart=//p" /etc/systemd/system/ludarium-backup.service | sed -e "s/[$][$]/$/g" -e "s/%%/%/g")
    eval "setpriv --reuid=ludarium --regid=ludarium --init-groups $command"' > "$work/backup.log" 2>&1 ||
    { cat "$work/backup.log"; fail "the backup"; }
ls "$root"/var/lib/ludarium/backups/*.db > /dev/null || fail "no backup"

echo "== upgrade beside the running server"
inside /source/deploy/install.sh --domain localhost > "$work/upgrade.log" 2>&1 ||
    { tail -n 30 "$work/upgrade.log"; fail "the upgrade"; }
ls "$root"/var/lib/ludarium/backups/before-*.db > /dev/null || fail "no backup before the upgrade"
[ "$(ls "$root/opt/ludarium/releases" | wc -l)" = 2 ] || fail "the release before is not kept"
kill "$server"
wait "$server" || true
grep -q Traceback "$work/server.log" && fail "the server's log has a traceback"
start_unit
fetch http://127.0.0.1:8000/ | grep -q '<title>' || fail "no page after the upgrade"
echo "deploy/install.sh works in a fresh Debian root."
