# fish completion for almanac(1)

# Queries the daemon that the command line selects; prints one word per line.
function __almanac_ask
    set -l asked
    set -l words (commandline -opc)
    contains -- --user $words; and set asked --user
    set -l index (contains -i -- --socket $words); and set asked --socket $words[(math $index + 1)]
    almanac $asked $argv 2>/dev/null
end

# Prints the members of the records of the source on the command line.
function __almanac_members
    for name in (__almanac_ask list --names)
        if contains -- $name (commandline -opc)
            __almanac_ask describe $name --names
            return
        end
    end
end

function __almanac_definitions
    for file in /usr/lib/almanac/sources.d/*.source /usr/lib/almanac/sources.d/examples/*.source
        string replace -r '.*/(.*)\.source$' '$1' $file
    end
end

set -l commands list show brief warnings search near place suggest history since watch top refresh status rejects metrics describe add import export remove enable disable set reload relay mcp

complete -c almanac -f
complete -c almanac -s j -l json -d 'print JSON' -a 'pretty short off'
complete -c almanac -l socket -r -F -d "the daemon's socket"
complete -c almanac -l user -d "connect to the user's own daemon"
complete -c almanac -l config -x -a '(__fish_complete_directories)' -d 'directory of the configuration'
complete -c almanac -l units -x -a 'aviation metric imperial' -d units
complete -c almanac -l color -x -a 'auto always never' -d 'whether to use colours'
complete -c almanac -l no-legend -d 'no column headings'
complete -c almanac -l no-pager -d 'do not use a pager'
complete -c almanac -s h -l help -d 'show help'
complete -c almanac -l version -d 'show the version'

complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a list -d 'list all sources and their states'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a show -d "records, or an airport's weather"
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a search -d 'find records that contain words'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a warnings -d 'list the warnings in force or announced'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a brief -d 'show a pilot\'s briefing'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a near -d 'list records by distance'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a place -d 'find the position of a place'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a suggest -d 'suggest completions'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a history -d 'list earlier versions'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a since -d 'what changed since you last looked'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a watch -d 'print changes as they occur'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a top -d 'show a live screen of all sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a refresh -d 'fetch sources now'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a status -d 'show the state of the daemon'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a rejects -d 'list what could not be read'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a metrics -d 'print metrics for Prometheus'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a describe -d 'show the schema of the records'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a add -d 'add sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a remove -d 'remove sources and their data'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a enable -d 'enable sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a disable -d 'stop fetching sources'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a set -d 'state whom upstreams can write to'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a reload -d 'read the configuration again'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a relay -d 'connect another almanac to the daemon'
complete -c almanac -n "not __fish_seen_subcommand_from $commands" -a mcp -d 'serve assistants'

complete -c almanac -n '__fish_seen_subcommand_from list show history since watch top refresh status rejects metrics describe export remove disable' -a '(__almanac_ask list --names)'
complete -c almanac -n '__fish_seen_subcommand_from enable' -a '(__almanac_definitions)'
complete -c almanac -n '__fish_seen_subcommand_from near place warnings' -a here

complete -c almanac -n '__fish_seen_subcommand_from list' -l failing -d 'list only failing sources'
complete -c almanac -n '__fish_seen_subcommand_from describe' -l names -d 'print only the paths of the members'
complete -c almanac -n '__fish_seen_subcommand_from list' -l names -d 'print only the names'
complete -c almanac -n '__fish_seen_subcommand_from list' -l kinds -d 'print the supported kinds'
complete -c almanac -n '__fish_seen_subcommand_from show warnings search near since watch' -l where -x -a '(__almanac_members)' -d 'condition'
complete -c almanac -n '__fish_seen_subcommand_from show' -l at -x -a 'yesterday -1day -1week' -d 'as they were then'
complete -c almanac -n '__fish_seen_subcommand_from show history' -l columns -x -a '(__almanac_members)' -d 'members to show as columns'
complete -c almanac -n '__fish_seen_subcommand_from show' -l group-by -x -a '(__almanac_members)' -d 'group by this member'
complete -c almanac -n '__fish_seen_subcommand_from show' -l sort -x -a '(__almanac_members)' -d 'sort by this member'
complete -c almanac -n '__fish_seen_subcommand_from show' -l count -d 'print the number of records'
complete -c almanac -n '__fish_seen_subcommand_from show' -l sum -x -a '(__almanac_members)' -d 'print sums of members'
complete -c almanac -n '__fish_seen_subcommand_from show' -l mean -x -a '(__almanac_members)' -d 'print means of members'
complete -c almanac -n '__fish_seen_subcommand_from show' -l min -x -a '(__almanac_members)' -d 'print smallest values of members'
complete -c almanac -n '__fish_seen_subcommand_from show' -l max -x -a '(__almanac_members)' -d 'print greatest values of members'
complete -c almanac -n '__fish_seen_subcommand_from show' -l format -x -a 'csv tsv' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from show' -l fresh -d 'refresh the source first'
complete -c almanac -n '__fish_seen_subcommand_from show brief watch add enable mcp' -l unlisted -d 'accept an airport that the list of stations lacks'
complete -c almanac -n '__fish_seen_subcommand_from show' -s f -l follow -d 'show the page again after each change'
complete -c almanac -n '__fish_seen_subcommand_from brief' -l at -x -d 'moment of the flight'
complete -c almanac -n '__fish_seen_subcommand_from brief' -l format -x -a 'table json' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from show' -l runway -x -d 'headwind and crosswind for it'
complete -c almanac -n '__fish_seen_subcommand_from show warnings search near place' -l format -x -a 'table json geojson' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from show warnings search near place suggest history since rejects' -l limit -x -d 'maximum number'
complete -c almanac -n '__fish_seen_subcommand_from search near' -l source -x -a '(__almanac_ask list --names)' -d 'search only these sources'
complete -c almanac -n '__fish_seen_subcommand_from warnings' -l zone -x -d 'code or name of a zone'
complete -c almanac -n '__fish_seen_subcommand_from show warnings since watch near' -l radius -x -d 'maximum distance'
complete -c almanac -n '__fish_seen_subcommand_from show warnings since watch near' -l pick -x -d 'take this place of several'
complete -c almanac -n '__fish_seen_subcommand_from show since watch' -l near -x -a here -d 'only records near'
complete -c almanac -n '__fish_seen_subcommand_from history' -l since -x -a 'today yesterday 2h' -d 'earliest time'
complete -c almanac -n '__fish_seen_subcommand_from history' -l between -x -a '-1week -1day yesterday' -d 'from and to'
complete -c almanac -n '__fish_seen_subcommand_from history' -l until -x -a 'today yesterday 2h' -d 'latest time'
complete -c almanac -n '__fish_seen_subcommand_from since' -l mark -d 'store the end of what was shown'
complete -c almanac -n '__fish_seen_subcommand_from since' -l name -x -a default -d 'name of the cursor'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l since -x -d 'start after this cursor'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l state -r -F -d 'save the cursor in this file'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l snapshot -d 'start with all records'
complete -c almanac -n '__fish_seen_subcommand_from history' -l format -x -a 'table json csv tsv' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l format -x -a 'plain json waybar i3bar' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l exec -x -a '(__fish_complete_subcommand)' -d 'run this command for each change'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l on-failure -x -a 'exit skip' -d 'if the command fails'
complete -c almanac -n '__fish_seen_subcommand_from watch' -l field -x -d 'only changes of this member'
complete -c almanac -n '__fish_seen_subcommand_from watch' -s n -l count -x -d 'exit after this number of changes'
complete -c almanac -n '__fish_seen_subcommand_from metrics' -l format -x -a 'prometheus openmetrics varlink' -d 'output format'
complete -c almanac -n '__fish_seen_subcommand_from refresh' -s v -l verbose -d 'print each step with its time'
complete -c almanac -n '__fish_seen_subcommand_from refresh' -l no-wait -d 'do not wait'
complete -c almanac -n '__fish_seen_subcommand_from add' -l kind -x -a '(__almanac_ask list --kinds)' -d 'format of the document'
complete -c almanac -n '__fish_seen_subcommand_from add' -l url -x -d 'address of the document'
complete -c almanac -n '__fish_seen_subcommand_from add' -l path -r -F -d 'local file'
complete -c almanac -n '__fish_seen_subcommand_from add' -l title -x -d 'title of the source'
complete -c almanac -n '__fish_seen_subcommand_from add' -l every -x -d 'interval between requests'
complete -c almanac -n '__fish_seen_subcommand_from add' -l set -x -d 'any setting: SECTION.KEY=VALUE'
complete -c almanac -n '__fish_seen_subcommand_from add' -l name -x -d 'name of the source'
complete -c almanac -n '__fish_seen_subcommand_from add' -l choose -x -d 'take this feed of the page'
complete -c almanac -n '__fish_seen_subcommand_from add' -l transient -d 'only until almanacd stops'
complete -c almanac -n '__fish_seen_subcommand_from import' -F
complete -c almanac -n '__fish_seen_subcommand_from import' -l dry-run -d 'change nothing'
complete -c almanac -n '__fish_seen_subcommand_from export' -l sqlite -r -F -d 'write records and history to this file'
complete -c almanac -n '__fish_seen_subcommand_from export' -l since -x -a 'today yesterday 2h' -d 'earliest time of the history'
complete -c almanac -n '__fish_seen_subcommand_from export' -l force -d 'replace a file that is not an earlier export'
complete -c almanac -n '__fish_seen_subcommand_from add remove enable disable' -l library -x -a '(__fish_complete_directories)' -d 'directory of installed definitions'
complete -c almanac -n '__fish_seen_subcommand_from relay' -l refresh -d 'also pass on requests to refresh'
complete -c almanac -n '__fish_seen_subcommand_from set' -a contact -d 'address for upstreams'
