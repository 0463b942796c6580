# Waits until a command succeeds; for scripts that start in the folder of the project.

# await SECONDS COMMAND…
await() {
    left=$1
    shift
    until "$@" > /dev/null 2>&1; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 1
    done
}
