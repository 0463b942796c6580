#!/bin/sh
# Builds deploy/container/Containerfile, starts one server in it, then the whole of compose.yaml, plays through
# Caddy, kills a node, and plays on. Needs root and Docker; without a running daemon, Debian's is started for the test.
#   make test-containers
# Images that cannot be pulled are made from Debian's packages under the same names (STAND_INS=1: without a try).
# SKIP_BUILD=1 takes the image that was built before.
set -eu

cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "make test-containers needs root, for Docker" >&2; exit 2; }
work=$PWD/build/containers
suite=bookworm
mirror=${MIRROR:-http://deb.debian.org/debian}
compose_suite=trixie # the oldest Debian that has Compose 2
daemon=
export LUDARIUM_DOMAIN=localhost POSTGRES_PASSWORD=secret-of-the-test
mkdir -p "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
override=$work/override.yaml
compose() {
    docker compose --project-name ludarium-test --file deploy/container/compose.yaml --file "$override" "$@"
}
clean() {
    if docker version > /dev/null 2>&1; then
        docker rm --force ludarium-test > /dev/null 2>&1 || true
        docker volume rm --force ludarium-test > /dev/null 2>&1 || true
        compose down --volumes --timeout 5 > /dev/null 2>&1 || true
    fi
    [ -z "$daemon" ] || { kill "$daemon" 2> /dev/null; wait; }
}
trap clean EXIT
trap 'exit 1' INT TERM
play() { .venv/bin/python scripts/play_site.py "$@"; }
. scripts/await.sh

# Where this machine forbids a higher limit of open files, the nodes get the one that it has.
limit=65536
(ulimit -Hn $limit) 2> /dev/null || limit=$(ulimit -Hn)
printf 'services: { node1: { ulimits: { nofile: %s } }, node2: { ulimits: { nofile: %s } } }\n' \
    "$limit" "$limit" > "$override"

echo "== Docker"
scripts/debian_program.sh docker docker.io > /dev/null
if ! docker version > /dev/null 2>&1; then
    scripts/debian_program.sh dockerd docker.io > /dev/null
    export DOCKER_HOST="unix://$work/docker.sock"
    PATH=$PATH:/usr/sbin:/sbin dockerd --data-root "$work/data" --exec-root "$work/exec" --pidfile "$work/docker.pid" \
        --host "$DOCKER_HOST" > "$work/dockerd.log" 2>&1 &
    daemon=$!
    await 60 docker version || { tail -n 20 "$work/dockerd.log"; fail "dockerd does not start"; }
fi
if ! docker compose version > /dev/null 2>&1; then
    apt="$work/apt"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$work/config/cli-plugins"
    echo "deb $mirror $compose_suite main" > "$apt/sources.list"
    # The lists of another suite, in folders of their own: this machine's stay.
    set -- -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=- \
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache"
    apt-get "$@" --quiet --quiet update
    (cd "$apt" && apt-get "$@" --quiet --quiet download docker-compose docker-buildx)
    for package in "$apt"/*.deb; do dpkg-deb --extract "$package" "$apt/tree"; done
    cp "$apt"/tree/usr/libexec/docker/cli-plugins/* "$work/config/cli-plugins/"
    export DOCKER_CONFIG="$work/config"
    docker compose version > /dev/null || fail "no docker compose"
fi

for port in 80 443 8000; do
    if python3 -c "import socket; socket.create_connection(('127.0.0.1', $port), 1)" 2> /dev/null; then
        fail "port $port of this machine is in use, and the test needs it"
    fi
done

echo "== images"
debian() {
    docker image inspect ludarium-test/debian > /dev/null 2>&1 && return
    scripts/debian_program.sh debootstrap debootstrap > /dev/null
    made=$work/debian
    rm -rf "$made"
    debootstrap --variant=minbase "$suite" "$made" "$mirror" > "$work/debootstrap.log" 2>&1 ||
        { tail -n 20 "$work/debootstrap.log"; fail "debootstrap"; }
    # The certificates that this machine trusts, and its settings for package indexes.
    mkdir -p "$made/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$made/usr/local/share/ca-certificates/" 2> /dev/null || true
    tar --create --directory "$made" . | docker import - ludarium-test/debian > /dev/null
    rm -rf "$made"
}
# stand_in IMAGE: reads its description from the standard input.
stand_in() {
    if docker image inspect "$1" > /dev/null 2>&1; then return; fi
    if [ -z "${STAND_INS:-}" ] && docker pull --quiet "$1" 2> /dev/null; then return; fi
    debian
    mkdir -p "$work/context"
    cat > "$work/context/Dockerfile"
    docker build --quiet --tag "$1" "$work/context" > "$work/image.log" 2>&1 ||
        { tail -n 30 "$work/image.log"; fail "the stand-in for $1"; }
    echo "$1: made from Debian's packages"
}
python_image=$(sed -n 's/^FROM \([^ ]*\)$/\1/p' deploy/container/Containerfile)
stand_in "$python_image" << 'END'
FROM ludarium-test/debian
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates python3-dev python3-venv \
    && python3 -m venv /usr/local && rm -rf /var/lib/apt/lists/*
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt LC_ALL=C.UTF-8
END
stand_in docker.io/library/postgres:16 << 'END'
FROM ludarium-test/debian
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/* \
    && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ 2> /dev/null; \
    install -d -o postgres -m 0700 /var/lib/postgresql/data
RUN printf '%s\n' '#!/bin/sh' 'set -eu' 'cd /var/lib/postgresql' \
    'if [ ! -f data/PG_VERSION ]; then' \
    '  echo "$POSTGRES_PASSWORD" > password' \
    '  initdb --pgdata=data --username="$POSTGRES_USER" --pwfile=password --auth=scram-sha-256 --encoding=UTF8' \
    '  rm password' \
    '  echo "host all all all scram-sha-256" >> data/pg_hba.conf' \
    '  pg_ctl --pgdata=data --options="-c listen_addresses= -c unix_socket_directories=/tmp" --wait start' \
    '  PGPASSWORD=$POSTGRES_PASSWORD createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"' \
    '  pg_ctl --pgdata=data --mode=fast --wait stop' \
    'fi' \
    'exec postgres -D data -c "listen_addresses=*"' > /usr/local/bin/serve.sh \
    && chmod 755 /usr/local/bin/serve.sh
USER postgres
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["serve.sh"]
END
stand_in docker.io/library/nats:2.10 << 'END'
FROM ludarium-test/debian
RUN apt-get update && apt-get install --yes --no-install-recommends nats-server && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["nats-server"]
END
stand_in docker.io/library/caddy:2 << 'END'
FROM ludarium-test/debian
RUN apt-get update && apt-get install --yes --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END

echo "== build"
[ -n "${SKIP_BUILD:-}" ] || compose build > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "the image is not built"; }

echo "== one server on SQLite"
healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }
docker run --detach --name ludarium-test --volume ludarium-test:/data --publish 127.0.0.1:8000:8000 \
    --read-only --tmpfs /tmp --cap-drop ALL ludarium > /dev/null
await 120 healthy ludarium-test || { docker logs ludarium-test; fail "the server is not healthy"; }
rm -f "$work/game.json"
play http://127.0.0.1:8000 "$work/game.json"
docker restart --time 20 ludarium-test > /dev/null
await 120 healthy ludarium-test || { docker logs ludarium-test; fail "the server does not come back"; }
play http://127.0.0.1:8000 "$work/game.json"
docker logs ludarium-test 2>&1 | grep -q Traceback && fail "the server's log has a traceback"
docker rm --force ludarium-test > /dev/null

echo "== two nodes, PostgreSQL, NATS and Caddy"
compose up --detach > "$work/up.log" 2>&1 || { tail -n 20 "$work/up.log"; fail "compose up"; }
for node in node1 node2; do
    await 180 healthy "ludarium-test-$node-1" || { compose logs --tail 20; fail "$node is not healthy"; }
done
rm -f "$work/game.json"
play https://localhost "$work/game.json"

echo "== a node dies, and comes back"
pid=$(docker inspect --format '{{.State.Pid}}' ludarium-test-node1-1)
kill -9 "$pid"
play https://localhost "$work/game.json"
came_back() { [ "$(docker inspect --format '{{.RestartCount}}' ludarium-test-node1-1)" -ge 1 ] && healthy ludarium-test-node1-1; }
await 120 came_back || { compose logs --tail 20 node1; fail "the node does not come back"; }
kill -9 "$(docker inspect --format '{{.State.Pid}}' ludarium-test-node2-1)"
play https://localhost "$work/game.json"
compose logs node1 node2 2>&1 | grep -q Traceback && fail "a node's log has a traceback"
if python3 -c "import socket; socket.create_connection(('127.0.0.1', 8000), 1)" 2> /dev/null; then
    fail "a node can be reached without the proxy"
fi
echo "deploy/container works."
