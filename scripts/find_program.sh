# To be sourced. `find_program GIVEN NAMES PACKAGES` prints where a program is: the given one, or the first of the names.
# Where there is none, root installs Debian's packages. It fails without a program.

first_program() {
    for name in "$@"; do
        if [ -n "$name" ] && command -v "$name"; then
            return 0
        fi
    done
    return 1
}

# shellcheck disable=SC2086  # names and packages are lists of words
find_program() {
    if first_program "$1" $2; then
        return 0
    fi
    if [ -n "$1" ]; then
        echo "$1 is no program, and no other was found." >&2
    fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
        return 1
    fi
    echo "Installing Debian's $3 ..." >&2
    # RUNLEVEL=1: a program that is installed for tests is not started as a service.
    { apt-get update && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get install --yes --no-install-recommends $3; } >&2 || true
    first_program "$1" $2
}
