#!/bin/sh
# Boots a fresh Debian root under systemd, installs the wheel there by deploy/install.sh with PostgreSQL and Caddy, and
# plays while services are killed, upgraded and made nodes of a cluster. Needs root; Debian's packages are installed if missing.
#   make test-deploy
set -eu

cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "make test-deploy needs root, for systemd-nspawn" >&2; exit 2; }
scripts/debian_program.sh systemd-nspawn systemd-container > /dev/null
work=$PWD/build/deploy
root=$work/booted
suite=${SUITE:-bookworm}
machine=
fail() { echo "FAILED: $*" >&2; exit 1; }
[ -f "$work/$suite.tar" ] || fail "scripts/test_deploy.sh makes $work/$suite.tar"

clean() {
    if [ -n "$machine" ]; then
        kill -RTMIN+4 "$leader" 2> /dev/null || true # power off
        wait "$machine" || true
    fi
}
trap clean EXIT
trap 'exit 1' INT TERM
. scripts/await.sh

echo "== a fresh Debian root ($suite) with systemd"
rm -rf --one-file-system "$root"
mkdir -p "$root"
tar --extract --file "$work/$suite.tar" --directory "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The machine has no network, so its packages are there before it starts; install.sh installs them.
chroot "$root" sh -euc 'export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet
    apt-get install --yes --quiet --no-install-recommends systemd systemd-sysv dbus iproute2
    apt-get install --yes --quiet --no-install-recommends --download-only \
        python3 python3-venv ca-certificates openssl postgresql caddy nats-server' \
    > "$work/booted.log" 2>&1 || { tail -n 20 "$work/booted.log"; fail "packages"; }
rm "$root/etc/resolv.conf"
mkdir -p "$root/source/dist" "$root/wheels"
cp -r deploy requirements.lock "$root/source/"
cp "$(ls -t dist/ludarium-*.whl | head -n 1)" "$root/source/dist/"
cp "$work"/wheels/*.whl "$root/wheels/"
systemd-nspawn --quiet --register=no --keep-unit --boot --directory "$root" --machine ludarium-test \
    --private-network < /dev/null > "$work/boot.log" 2>&1 &
machine=$!
leader_of() { leader=$(ps -o pid= --ppid "$machine" | tr -d ' ') && [ -n "$leader" ]; }
await 30 leader_of || { tail "$work/boot.log"; fail "the machine does not start"; }

enter() { nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wd "$@"; }
inside() {
    enter /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels "$@"
}
play() { nsenter --target "$leader" --net .venv/bin/python scripts/play_site.py "$1" "$work/game.json"; }
pid_of() { inside systemctl show --property MainPID --value "$1"; }
is_up() { inside systemctl is-system-running | grep -q -e running -e degraded; }
await 120 is_up || { tail "$work/boot.log"; fail "systemd does not come up"; }

install_inside() {
    inside /source/deploy/install.sh --domain localhost --proxy caddy --database postgresql > "$work/$1.log" 2>&1 ||
        { tail -n 30 "$work/$1.log"; inside journalctl --no-pager --lines 20; fail "install.sh"; }
}
echo "== install with PostgreSQL and Caddy"
install_inside systemd-install
rm -f "$work/game.json"
play http://127.0.0.1:8000
await 60 play https://localhost || { inside journalctl --no-pager --unit caddy --lines 20; fail "Caddy does not serve"; }

echo "== the server has no rights, and a file system that it cannot write"
server=$(pid_of ludarium)
status=$(inside cat "/proc/$server/status")
for line in "CapEff:	0000000000000000" "CapBnd:	0000000000000000" "NoNewPrivs:	1" "Seccomp:	2"; do
    echo "$status" | grep -qx "$line" || fail "the server does not have $line"
done
# As root: a failure is that of the file system.
for place in /usr /etc /opt/ludarium /root /home /boot; do
    if inside nsenter --target "$server" --mount touch "$place/written" 2> /dev/null; then
        fail "the server's file system has $place writable"
    fi
done
inside nsenter --target "$server" --mount touch /var/lib/ludarium/written || fail "its folder is not writable"

echo "== a killed server comes back, with the game"
inside systemctl kill --signal KILL --kill-who main ludarium
play http://127.0.0.1:8000
[ "$(pid_of ludarium)" != "$server" ] || fail "the server was not killed"
inside systemctl restart postgresql
play http://127.0.0.1:8000

echo "== backup"
inside systemctl start ludarium-backup || { inside journalctl --no-pager --unit ludarium-backup; fail "the backup"; }
ls "$root"/var/lib/ludarium/backups/*.db > /dev/null || fail "no backup"
inside systemctl is-active --quiet ludarium-backup.timer || fail "the timer of the backup is not active"

echo "== upgrade"
install_inside systemd-upgrade
play http://127.0.0.1:8000

echo "== the site becomes a cluster of two nodes"
inside apt-get install --yes --quiet --no-install-recommends nats-server > "$work/nats.log" 2>&1 ||
    { tail "$work/nats.log"; fail "nats-server"; }
inside systemctl disable --quiet --now ludarium
inside systemctl enable --quiet --now ludarium-node@8001 ludarium-node@8002
for port in 8001 8002; do
    play "http://127.0.0.1:$port" || { inside journalctl --no-pager --unit "ludarium-node@$port" --lines 20; fail "node $port"; }
    nsenter --target "$leader" --net python3 -c \
        "import urllib.request; assert b'ludarium_nodes' in urllib.request.urlopen('http://127.0.0.1:1$port/metrics').read()" ||
        fail "node $port has no metrics"
done
inside systemctl kill --signal KILL --kill-who main ludarium-node@8001
play http://127.0.0.1:8002
play http://127.0.0.1:8001
if inside journalctl --no-pager --quiet | grep -q Traceback; then fail "a log has a traceback"; fi
echo "The units of deploy/systemd work under systemd."
