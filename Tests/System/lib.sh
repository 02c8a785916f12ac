# Functions that the system tests share; each test begins with: source /tests/lib.sh
# shellcheck shell=bash
set -euo pipefail

socket=/run/almanac/io.almanac
work=/box/work
mkdir -p "$work"

# fail EXPECTATION: ends the test because EXPECTATION is not met, and prints the journal of the programs.
fail() {
    echo "not as expected: $*"
    journalctl --sync
    journalctl -u almanacd -u almanac-web -u 'almanac-mqtt@*' -u 'almanac-hub@*' --no-pager -n 60 -o short-monotonic
    exit 1
}

# await EXPECTATION COMMAND...: waits up to ten seconds, or $patience, for COMMAND to succeed.
await() {
    local what=$1 tries=$((${patience:-10} * 20))
    shift
    for ((; tries > 0; tries--)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.05
    done
    fail "$what"
}

# has FILE TEXT [COUNT]: succeeds if FILE has TEXT in exactly COUNT lines; in at least one without COUNT.
has() {
    local count
    count=$(grep -cF -- "$2" "$1" || true)
    if [[ -n ${3:-} ]]; then ((count == $3)); else ((count > 0)); fi
}

# contains [OPTION...] PATTERN: succeeds if a line of the input matches. It reads all lines: `grep -q` ends early, and
# then the broken pipe of the command before it fails the test, or hides what was found.
contains() { grep -c "$@" >/dev/null; }

# allow_compiler_libraries: lets the units load Swift's libraries from the compiler's folder, as a debug build needs.
allow_compiler_libraries() {
    local folder unit
    folder=$(ldd /usr/bin/almanacd | sed -n 's,.* => \(.*\)/libswiftCore\.so .*,\1,p')
    [[ $folder ]] || return 0
    for unit in almanacd almanacd-credentials almanac-web almanac-mqtt@; do
        sed -i "s,^ExecPaths=,&$folder ," "/usr/lib/systemd/system/$unit.service"
    done
}

# install: installs the staged files and makes systemd load them.
install() {
    cp -a /stage/. /
    allow_compiler_libraries
    systemd-sysusers
    systemd-tmpfiles --create
    journalctl --update-catalog
    systemctl daemon-reload
}

# table FILE ROWS...: writes a table with the rows KEY,NAME atomically.
table() {
    local file=$1
    shift
    printf '%s\n' id,name "$@" >"$file.new"
    mv "$file.new" "$file"
}

# define NAME LINE...: writes the definition of an active source.
define() {
    local name=$1
    shift
    printf '%s\n' "$@" >"/etc/almanac/sources.d/$name.source"
}

# define_table NAME FILE: defines a source that reads a table of id and name.
define_table() {
    define "$1" '[Source]' Kind=table "Path=$2" Refresh=1h '[Table]' Delimiter=, '[Record]' Key=id
}

# health NAME: prints the health of a source.
health() { almanac list --json | jq -r --arg name "$1" 'select(.context.name == $name) | .runtime.health'; }

is_health() { [[ $(health "$1") == "$2" ]]; }

# call METHOD PARAMETERS: prints one reply of the daemon, framed by lines.
call() { printf '{"method":"%s","parameters":%s}\n' "$1" "$2" | socat -t5 - "UNIX-CONNECT:$socket"; }
