# What the system tests share; each begins with: source /tests/lib.sh
# shellcheck shell=bash
set -euo pipefail

socket=/run/almanac/io.almanac
work=/box/work
mkdir -p "$work"

# fail WORDS: ends the test, with the journal of the daemon.
fail() {
    echo "not so: $*"
    journalctl --sync
    journalctl -u almanacd --no-pager -n 60 -o short-monotonic
    exit 1
}

# await WORDS COMMAND...: waits up to ten seconds, or $patience, for COMMAND to succeed.
await() {
    local what=$1 tries=$((${patience:-10} * 20))
    shift
    for ((; tries > 0; tries--)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.05
    done
    fail "$what"
}

# has FILE TEXT [COUNT]: FILE holds TEXT in COUNT lines, or in any.
has() {
    local count
    count=$(grep -cF -- "$2" "$1" || true)
    if [[ -n ${3:-} ]]; then ((count == $3)); else ((count > 0)); fi
}

# install: puts the staged files where they belong and makes systemd see them.
install() {
    cp -a /stage/. /
    systemd-sysusers
    systemd-tmpfiles --create
    journalctl --update-catalog
    systemctl daemon-reload
}

# table FILE ROWS...: writes a table whose rows are KEY,NAME; whole or not at all.
table() {
    local file=$1
    shift
    printf '%s\n' id,name "$@" >"$file.new"
    mv "$file.new" "$file"
}

# define NAME LINE...: makes a source active.
define() {
    local name=$1
    shift
    printf '%s\n' "$@" >"/etc/almanac/sources.d/$name.source"
}

# define_table NAME FILE: a source that reads a table of id and name.
define_table() {
    define "$1" '[Source]' Kind=table "Path=$2" Refresh=1h '[Table]' Delimiter=, '[Record]' Key=id
}

# health NAME: the health of a source.
health() { almanac list --json | jq -r --arg name "$1" 'select(.context.name == $name) | .runtime.health'; }

is_health() { [[ $(health "$1") == "$2" ]]; }

# call METHOD PARAMETERS: one reply of the daemon, framed by lines.
call() { printf '{"method":"%s","parameters":%s}\n' "$1" "$2" | socat -t5 - "UNIX-CONNECT:$socket"; }
