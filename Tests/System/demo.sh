# Installs the demo as sources of the system's daemon; source this file after lib.sh. The project is at /project.
# shellcheck shell=bash

# demo SECONDS NAME...: installs the demo below /srv/almanac without the named sources, starts almanacd, and delivers a
# report every SECONDS.
demo() {
    local demo=/project/etc/demo pause=$1 name
    shift
    "$demo/prepare" /srv/almanac /etc/almanac/sources.d
    for name; do rm "/etc/almanac/sources.d/$name.source"; done
    chmod -R a+rX /srv/almanac
    systemctl enable --now almanacd.socket almanacd-lines.socket almanacd
    for name in /etc/almanac/sources.d/*.source; do
        name=${name##*/}
        [[ $name == places.source ]] || await "$name is fresh" is_health "${name%.source}" fresh
    done
    "$demo/replay" "$demo/metars.txt" /srv/almanac/metars.txt "$pause" &
}
