# What the tests of kept subscribers share; sourced after lib.sh.
# shellcheck shell=bash disable=SC2154
number=100000
# Each writing changes all rows; they are long, so that slow readers are in the middle of an event.
write() {
    number=$((number + 1))
    awk -v number="$number" 'BEGIN {
        print "id,name"
        for (row = 0; row < 100; row++) printf "%d,%d%0400d\n", row, number, row
    }' >"$work/rows.csv.new"
    mv "$work/rows.csv.new" "$work/rows.csv"
}

subscribed() { call io.almanac.GetStatus "{}" | grep -q "\"subscribers\":200"; }
# told WORD: a number that the readers tell.
told() { sed -n "1s/.*$1 \([-0-9]*\).*/\1/p" "$work/readers"; }
all_have() { has "$work/readers" "faults 0 lowest $number"; }
# Their sockets, and what says how far each is.
all_stored() { [[ $(systemctl show -P NFileDescriptorStore almanacd) == 201 ]]; }

# begin_readers LINE...: 200 subscribers follow a table; the service is started with these settings besides.
begin_readers() {
    mkdir -p /etc/systemd/system/almanacd.service.d
    printf '%s\n' '[Unit]' StartLimitIntervalSec=0 '[Service]' "$@" >/etc/systemd/system/almanacd.service.d/often.conf
    systemctl daemon-reload
    write
    chmod -R a+rX /box
    define_table rows "$work/rows.csv"
    systemctl start almanacd
    await "rows is fresh" is_health rows fresh
    /tests/keep-readers 200 "$work/readers" &
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
    await "all 200 are subscribers" subscribed
}
