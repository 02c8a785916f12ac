# fish completion for almanac(1)

# What the daemon that is meant answers, a word a line.
function __almanac_ask
    set -l asked
    set -l words (commandline -opc)
    contains -- --user $words; and set asked --user
    set -l index (contains -i -- --socket $words); and set asked --socket $words[(math $index + 1)]
    almanac $asked $argv 2>/dev/null
end

function __almanac_definitions
    for file in /usr/lib/almanac/sources.d/*.source
        string replace -r '.*/(.*)\.source$' '$1' $file
    end
end

set -l commands list show search near place suggest history watch top refresh status rejects describe add remove enable disable reload

complete -c almanac -f
complete -c almanac -s j -l json -d 'answer as JSON' -a 'pretty short off'
complete -c almanac -l socket -r -F -d "the daemon's socket"
complete -c almanac -l user -d "ask the user's own daemon"
complete -c almanac -l config -x -a '(__fish_complete_directories)' -d 'configuration instead of /etc/almanac'
complete -c almanac -l units -x -a 'aviation metric imperial' -d units
complete -c almanac -l color -x -a 'auto always never' -d 'whether to use colours'
complete -c almanac -l no-legend -d 'no titles above the columns'
complete -c almanac -l no-pager -d 'write long answers straight to the terminal'
complete -c almanac -s h -l help -d 'show help'
complete -c almanac -l version -d 'show the version'

complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a list -d 'all sources and how they fare'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a show -d "records, or an airport's weather"
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a search -d 'records that hold words'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a near -d 'records by their distance'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a place -d 'where a place is'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a suggest -d 'what a text may become'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a history -d 'what a record was'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a watch -d 'follow changes as they come'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a top -d 'a live screen of all sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a refresh -d 'ask for sources now'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a status -d 'how the daemon fares'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a rejects -d 'what could not be read'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a describe -d 'what records look like'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a add -d 'add sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a remove -d 'remove sources with their data'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a enable -d 'keep sources fresh'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a disable -d 'stop asking for sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a reload -d 'read the configuration anew'

complete -c almanac -n '__fish_seen_subcommand_from list show history watch top refresh status rejects describe remove disable' -a '(__almanac_ask list --names)'
complete -c almanac -n '__fish_seen_subcommand_from enable' -a '(__almanac_definitions)'
complete -c almanac -n '__fish_seen_subcommand_from near place' -a here

complete -c almanac -n '__fish_seen_subcommand_from list' -l failing -d 'only those that fail'
complete -c almanac -n '__fish_seen_subcommand_from list' -l names -d 'only their names'
complete -c almanac -n '__fish_seen_subcommand_from list' -l kinds -d 'what kinds there are'
complete -c almanac -n '__fish_seen_subcommand_from show watch' -l where -x -d 'only records such as'
complete -c almanac -n '__fish_seen_subcommand_from show' -l columns -x -d 'these members as columns'
complete -c almanac -n '__fish_seen_subcommand_from show' -l group-by -x -d 'in sections by this member'
complete -c almanac -n '__fish_seen_subcommand_from show' -l sort -x -d 'in the order of this member'
complete -c almanac -n '__fish_seen_subcommand_from show' -l fresh -d 'ask the upstream first'
complete -c almanac -n '__fish_seen_subcommand_from show' -s f -l follow -d 'show it again whenever it changes'
complete -c almanac -n '__fish_seen_subcommand_from show' -l runway -x -d 'wind along and across it'
complete -c almanac -n '__fish_seen_subcommand_from show search near place' -l format -x -a 'table json geojson' -d 'how records are written'
complete -c almanac -n '__fish_seen_subcommand_from show search near place suggest history rejects' -l limit -x -d 'at most so many'
complete -c almanac -n '__fish_seen_subcommand_from search near' -l source -x -a '(__almanac_ask list --names)' -d 'only in these sources'
complete -c almanac -n '__fish_seen_subcommand_from show watch near' -l radius -x -d 'at most so far, in kilometres'
complete -c almanac -n '__fish_seen_subcommand_from show watch' -l near -x -a here -d 'only records around'
complete -c almanac -n '__fish_seen_subcommand_from history' -l since -x -a 'today yesterday 2h' -d 'not before'
complete -c almanac -n '__fish_seen_subcommand_from history' -l until -x -a 'today yesterday 2h' -d 'not after'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l since -x -d 'begin after this cursor'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l state -r -F -d 'keep the cursor in this file'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l snapshot -d 'begin with all records'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l format -x -a 'plain json waybar i3bar' -d 'how a change is written'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l exec -x -a '(__fish_complete_subcommand)' -d 'run this for each change'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l field -x -d 'only changes of this member'
complete -c almanac -n '__fish_seen_subcommand_from watch' -s n -l count -x -d 'end after so many changes'
complete -c almanac -n '__fish_seen_subcommand_from refresh' -s v -l verbose -d 'tell each step with its time'
complete -c almanac -n '__fish_seen_subcommand_from refresh' -l no-wait -d 'do not wait'
complete -c almanac -n '__fish_seen_subcommand_from add' -l kind -x -a '(__almanac_ask list --kinds)' -d 'what the document is'
complete -c almanac -n '__fish_seen_subcommand_from add' -l url -x -d 'where it is fetched from'
complete -c almanac -n '__fish_seen_subcommand_from add' -l path -r -F -d 'the file that it is'
complete -c almanac -n '__fish_seen_subcommand_from add' -l title -x -d 'what people call it'
complete -c almanac -n '__fish_seen_subcommand_from add' -l every -x -d 'how often it is asked'
complete -c almanac -n '__fish_seen_subcommand_from add' -l set -x -d 'any setting: SECTION.KEY=VALUE'
complete -c almanac -n '__fish_seen_subcommand_from add' -l transient -d 'only until almanacd stops'
complete -c almanac -n '__fish_seen_subcommand_from add remove enable disable' -l library -x -a '(__fish_complete_directories)' -d 'definitions'
