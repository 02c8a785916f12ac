# What the tests of kept subscribers share; sourced after lib.sh.
# shellcheck shell=bash disable=SC2154
number=100000
# How many rows there are, and how many subscribers that stay all the time; a test may say otherwise before.
rows=${rows:-100} readers=${readers:-200}
# Each writing changes all rows; they are long, so that slow readers are in the middle of an event.
write() {
    number=$((number + 1))
    awk -v number="$number" -v rows="$rows" 'BEGIN {
        print "id,name"
        for (row = 0; row < rows; row++) printf "%d,%d%0400d\n", row, number, row
    }' >"$work/rows.csv.new"
    mv "$work/rows.csv.new" "$work/rows.csv"
}

# subscribed [MORE]: all are subscribers, and so many more.
subscribed() { call io.almanac.GetStatus "{}" | grep -q "\"subscribers\":$((readers + ${1:-0})),"; }
# told WORD [FILE]: a number that the readers tell.
told() { sed -n "1s/.*$1 \([-0-9]*\).*/\1/p" "${2:-$work/readers}"; }
# all_have [FILE]: the readers have what was written last.
all_have() { has "${1:-$work/readers}" "faults 0 lowest $number"; }
# Their sockets, and what says how far each is.
all_stored() { [[ $(systemctl show -P NFileDescriptorStore almanacd) == $((readers + 1)) ]]; }
# Another process than $main serves.
back() { [[ $(systemctl show -P MainPID almanacd) != "$main" ]] && systemctl is-active --quiet almanacd; }

# begin_readers LINE...: subscribers follow a table; the service is started with these settings besides.
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
    # Readers of lines know a record once it has changed.
    write
    await "all have the first change" all_have
}

# end_readers: all have all that happened, each change once.
end_readers() {
    write
    for _ in {1..200}; do all_have && break; sleep 0.1; done
    all_have || fail "all have the last change, each once: $(cat "$work/readers")"
    await "all are subscribers" subscribed
}
