#!/bin/sh
# Installs or upgrades a Ludarium server on Debian 12 or newer, as root:
#   deploy/install.sh --domain play.example.org --proxy nginx
#   --wheel FILE          the wheel to install (make wheel); default: the newest in dist/, else PyPI's release
#   --domain NAME         the name of the site; default: this machine's
#   --proxy nginx|caddy|none  the proxy with TLS to set up; default: nginx
#   --database sqlite|postgresql|URL  default: sqlite; postgresql installs Debian's server and makes a database
# Run it again with a newer wheel to upgrade: settings stay, the database is backed up first.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
base=/opt/ludarium
settings=/etc/ludarium/ludarium.env
wheel= domain=$(hostname -f 2>/dev/null || hostname) proxy=nginx database=sqlite

fail() { echo "install.sh: $*" >&2; exit 2; }
say() { echo "== $*"; }

while [ $# -gt 0 ]; do
    case $1 in
    --wheel | --domain | --proxy | --database)
        [ $# -ge 2 ] || fail "$1 needs a value"
        eval "${1#--}=\$2"
        shift 2
        ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown option $1 (--help lists them)" ;;
    esac
done

[ "$(id -u)" = 0 ] || fail "run it as root"
. /etc/os-release
[ "${ID:-}" = debian ] || fail "this is ${ID:-an unknown system}; the script is for Debian"
[ "${VERSION_ID:-13}" -ge 12 ] || fail "Debian 12 or newer is needed"
case $proxy in nginx | caddy | none) ;; *) fail "--proxy is nginx, caddy or none" ;; esac
case $database in sqlite | postgresql | postgresql://*) ;; *) fail "--database is sqlite, postgresql or a URL" ;; esac
case $domain in *[!A-Za-z0-9.-]* | '') fail "--domain is a host name" ;; esac
if [ -z "$wheel" ]; then
    wheel=$(ls -t "$here"/../dist/ludarium-*.whl 2>/dev/null | head -n 1)
fi
[ -z "$wheel" ] || [ -f "$wheel" ] || fail "there is no file $wheel"

# In a chroot or a container no systemd runs: units are installed, and nothing is started.
booted() { [ -d /run/systemd/system ]; }
control() { if booted; then systemctl "$@"; fi; }

say "packages"
packages="python3 python3-venv ca-certificates openssl"
[ "$proxy" = none ] || packages="$packages $proxy"
[ "$database" != postgresql ] || packages="$packages postgresql"
export DEBIAN_FRONTEND=noninteractive
apt-get update --quiet
# shellcheck disable=SC2086  # several words
apt-get install --yes --quiet --no-install-recommends $packages

say "user and folders"
getent passwd ludarium > /dev/null ||
    useradd --system --user-group --home-dir /var/lib/ludarium --shell /usr/sbin/nologin ludarium
install -d -o ludarium -g ludarium -m 0750 /var/lib/ludarium /var/lib/ludarium/backups
install -d -m 0755 "$base" "$base/releases"
install -d -o root -g ludarium -m 0750 /etc/ludarium

say "program"
release="$base/releases/$(date -u +%Y%m%dT%H%M%SZ)"
python3 -m venv "$release"
constraints="$release/constraints.txt"
if [ -f "$here/../requirements.lock" ]; then # the versions that the tests ran with
    sed -e 's/ \\$//' -e '/--hash=/d' "$here/../requirements.lock" > "$constraints"
else
    : > "$constraints"
fi
wanted="ludarium[cluster]"
[ -z "$wheel" ] || wanted="ludarium[cluster] @ file://$(cd "$(dirname "$wheel")" && pwd)/$(basename "$wheel")"
if ! "$release/bin/pip" install --quiet --disable-pip-version-check --constraint "$constraints" "$wanted"; then
    rm -rf "$release"
    fail "the program could not be installed; the release before it still runs"
fi
"$release/bin/ludarium" --version

say "settings"
if [ ! -f "$settings" ]; then
    install -o root -g ludarium -m 0640 "$here/ludarium.env" "$settings"
    url=$database
    if [ "$database" = sqlite ]; then
        url=/var/lib/ludarium/ludarium.db
    elif [ "$database" = postgresql ]; then
        # Over the socket, PostgreSQL knows the user by its account: no password is needed.
        url="postgresql:///ludarium?host=/var/run/postgresql"
        booted || pg_ctlcluster "$(ls /etc/postgresql | sort -n | tail -n 1)" main start
        runuser -u postgres -- createuser ludarium
        runuser -u postgres -- createdb --owner=ludarium --encoding=UTF8 --template=template0 ludarium
    fi
    sed -i "s|^LUDARIUM_DATABASE=.*|LUDARIUM_DATABASE=$url|" "$settings"
fi

say "units"
install -m 0644 "$here"/systemd/ludarium* /etc/systemd/system/
control daemon-reload

previous=$(readlink "$base/current" 2>/dev/null || true)
if [ -n "$previous" ]; then
    say "backup before the upgrade"
    stored=$(sed -n 's/^LUDARIUM_DATABASE=//p' "$settings")
    copy="/var/lib/ludarium/backups/before-$(basename "$release").db"
    runuser -u ludarium -- "$previous/bin/ludarium" admin backup "$copy" --database "$stored" ||
        { rm -rf "$release"; fail "the database could not be backed up; nothing was changed"; }
fi
ln -sfn "$release" "$base/next"
mv -T "$base/next" "$base/current"

if [ "$proxy" = nginx ]; then
    say "nginx"
    install -d -o root -g root -m 0700 /etc/ludarium/tls
    if [ ! -f /etc/ludarium/tls/fullchain.pem ]; then
        # Until there is a real certificate; deploy/nginx/ludarium.conf says how to get one.
        openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj "/CN=$domain" \
            -addext "subjectAltName=DNS:$domain" \
            -keyout /etc/ludarium/tls/privkey.pem -out /etc/ludarium/tls/fullchain.pem 2> /dev/null
    fi
    install -d -o www-data -g root -m 0700 /var/cache/nginx /var/cache/nginx/ludarium
    if [ ! -f /etc/nginx/sites-available/ludarium ]; then
        sed "s/ludarium\.example\.org/$domain/g" "$here/nginx/ludarium.conf" \
            > /etc/nginx/sites-available/ludarium
    fi
    ln -sf ../sites-available/ludarium /etc/nginx/sites-enabled/ludarium
    nginx -t -q
    control reload-or-restart nginx
elif [ "$proxy" = caddy ]; then
    say "Caddy"
    if ! grep -q "^$domain {" /etc/caddy/Caddyfile 2> /dev/null; then
        [ ! -f /etc/caddy/Caddyfile ] || mv /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-ludarium
        sed "s/ludarium\.example\.org/$domain/g" "$here/caddy/Caddyfile" > /etc/caddy/Caddyfile
    fi
    caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile > /dev/null 2>&1 ||
        fail "Caddy refuses /etc/caddy/Caddyfile: caddy validate --config /etc/caddy/Caddyfile"
    control reload-or-restart caddy
fi

if booted; then
    say "start"
    if systemctl list-units --no-legend 'ludarium-node@*' | grep -q .; then
        echo "This is a node of a cluster: restart the nodes one by one (docs/how-to/upgrade-a-server.md)."
    else
        systemctl enable --quiet ludarium.service ludarium-backup.timer
        systemctl restart ludarium.service
        systemctl start ludarium-backup.timer
        tries=0
        until "$base/current/bin/python" -c \
            "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=2)" \
            2> /dev/null; do
            tries=$((tries + 1))
            if [ "$tries" -ge 60 ]; then
                [ -z "$previous" ] || echo "Go back: ln -sfn $previous $base/current && systemctl restart ludarium" >&2
                fail "the server does not answer: journalctl --unit ludarium"
            fi
            sleep 1
        done
    fi
else
    echo "No systemd runs here: nothing was started."
fi

# Two releases stay, to go back to the one before.
ls -d "$base"/releases/* | sort | head -n -2 | while read -r old; do rm -rf "$old"; done
say "installed: https://$domain"
