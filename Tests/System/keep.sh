# Functions for the tests of subscribers that stay connected; source this file after lib.sh.
# shellcheck shell=bash disable=SC2154
number=100000
# The number of rows and of permanent subscribers; a test may set other values before.
rows=${rows:-100} readers=${readers:-200}
# write: changes all rows, which are long, so that slow subscribers are in the middle of an event.
write() {
    number=$((number + 1))
    awk -v number="$number" -v rows="$rows" 'BEGIN {
        print "id,name"
        for (row = 0; row < rows; row++) printf "%d,%d%0400d\n", row, number, row
    }' >"$work/rows.csv.new"
    mv "$work/rows.csv.new" "$work/rows.csv"
}

# subscribed [MORE]: succeeds if all permanent subscribers and MORE others are subscribed.
subscribed() { call io.almanac.GetStatus "{}" | contains "\"subscribers\":$((readers + ${1:-0})),"; }
# told WORD [FILE]: prints a number that the subscribers report.
told() { sed -n "1s/.*$1 \([-0-9]*\).*/\1/p" "${2:-$work/readers}"; }
# all_have [FILE]: succeeds if the subscribers have the rows that were written last.
all_have() { has "${1:-$work/readers}" "faults 0 lowest $number"; }
# all_stored: succeeds if the fd store has all their sockets and the ledger of their progress.
all_stored() { [[ $(systemctl show -P NFileDescriptorStore almanacd) == $((readers + 1)) ]]; }
# back: succeeds if another process than $main serves.
back() { [[ $(systemctl show -P MainPID almanacd) != "$main" ]] && systemctl is-active --quiet almanacd; }

# begin_readers LINE...: starts the service with additional settings, and subscribers that follow a table.
begin_readers() {
    mkdir -p /etc/systemd/system/almanacd.service.d
    printf '%s\n' '[Unit]' StartLimitIntervalSec=0 '[Service]' "$@" >/etc/systemd/system/almanacd.service.d/often.conf
    systemctl daemon-reload
    write
    chmod -R a+rX /box
    define_table rows "$work/rows.csv"
    systemctl start almanacd
    await "rows is fresh" is_health rows fresh
    /tests/keep-readers "$readers" "$work/readers" &
    await "all are subscribed" subscribed
    # Subscribers of the lines socket know a record only after it has changed.
    write
    await "all have the first change" all_have
}

# end_readers: checks that all have received all changes, each once.
end_readers() {
    write
    for _ in {1..200}; do all_have && break; sleep 0.1; done
    all_have || fail "all have the last change, each once: $(cat "$work/readers")"
    await "all are subscribers" subscribed
}
