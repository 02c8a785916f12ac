# bash completion for almanac(1)

# Queries the daemon that the command line selects; prints one word per line.
_almanac_ask() {
    local -a asked=(almanac)
    local index word
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
        --user) asked+=("$word") ;;
        --socket) asked+=("$word" "${COMP_WORDS[index + 1]}") ;;
        esac
    done
    "${asked[@]}" "$@" 2>/dev/null
}

_almanac() {
    local cur prev words cword command word
    # Bash splits words at @ and =, which names and options contain.
    cur=${COMP_LINE:0:COMP_POINT}
    cur=${cur##*[[:space:]]}
    prev=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $cur == --*=* ]]; then
        prev=${cur%%=*}
        cur=${cur#*=}
    fi
    _almanac_find
    local broken=${cur%"${cur##*[@:=]}"}
    COMPREPLY=("${COMPREPLY[@]#"$broken"}")
}

# Prints the members of the records of the source on the command line, one per line. Documents choose their
# names, and compgen -W expands its words: only plain ones are completed.
_almanac_members() {
    local word name
    for word in "${words[@]}"; do
        for name in $(_almanac_ask list --names); do
            [[ $word == "$name" ]] || continue
            _almanac_ask describe "$name" --names | grep -x '[A-Za-z0-9_.-]*'
            return
        done
    done
}

# Sets COMPREPLY to the words that can follow at the cursor.
_almanac_find() {
    words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
    cword=0
    command=
    for word in "${words[@]}"; do
        case $word in
        -*) ;;
        list | show | brief | warnings | search | near | place | suggest | history | since | watch | top | refresh | status | rejects | metrics | describe | \
            add | remove | enable | disable | set | reload | relay | mcp)
            command=$word
            cword=1
            break
            ;;
        esac
    done

    local common='--json --socket --user --config --units --color --no-legend --no-pager --help --version'
    local own=
    case $command in
    list) own='--failing --names --kinds' ;;
    show) own='--where --near --pick --radius --columns --group-by --sort --count --sum --mean --min --max --limit --at --fresh --unlisted --follow --runway --format' ;;
    brief) own='--at --unlisted --format' ;;
    search) own='--source --where --limit --format' ;;
    warnings) own='--where --pick --zone --radius --limit --follow --format' ;;
    near) own='--source --where --pick --radius --limit --format' ;;
    place) own='--limit --format' ;;
    suggest) own='--limit' ;;
    history) own='--since --until --between --limit --columns --format' ;;
    since) own='--mark --name --where --near --pick --radius --limit' ;;
    watch) own='--since --state --snapshot --format --exec --on-failure --where --near --pick --radius --field --unlisted --count' ;;
    refresh) own='--verbose --no-wait' ;;
    rejects) own='--limit' ;;
    describe) own='--names' ;;
    relay) own='--refresh' ;;
    mcp) own='--unlisted' ;;
    metrics) own='--format' ;;
    add) own='--kind --url --path --title --every --set --name --choose --transient --unlisted --library' ;;
    import) own='--dry-run' ;;
    export) own='--sqlite --since --force' ;;
    enable) own='--unlisted --library' ;;
    remove | disable) own='--library' ;;
    esac

    case $prev in
    --socket | --state | --path | --sqlite) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
    --config | --library) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && return ;;
    --units) mapfile -t COMPREPLY < <(compgen -W 'aviation metric imperial' -- "$cur") && return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur") && return ;;
    --kind) mapfile -t COMPREPLY < <(compgen -W "$(_almanac_ask list --kinds)" -- "$cur") && return ;;
    --format)
        if [[ $command == show ]]; then
            mapfile -t COMPREPLY < <(compgen -W 'table json geojson csv tsv' -- "$cur")
        elif [[ $command =~ ^(search|near|place)$ ]]; then
            mapfile -t COMPREPLY < <(compgen -W 'table json geojson' -- "$cur")
        elif [[ $command == metrics ]]; then
            mapfile -t COMPREPLY < <(compgen -W 'prometheus openmetrics varlink' -- "$cur")
        else
            mapfile -t COMPREPLY < <(compgen -W 'plain json waybar i3bar' -- "$cur")
        fi
        return
        ;;
    --where | --columns | --group-by | --sort | --sum | --mean | --min | --max)
        local before=
        [[ $prev != --where && $cur == *,* ]] && before=${cur%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_almanac_members)" -- "${cur#"$before"}")
        return
        ;;
    --source) mapfile -t COMPREPLY < <(compgen -W "$(_almanac_ask list --names)" -- "$cur") && return ;;
    esac

    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$own $common" -- "$cur")
    elif [[ $cword == 0 ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'list show brief warnings search near place suggest history since watch top refresh status rejects metrics
            describe add import export remove enable disable set reload relay mcp' -- "$cur")
    else
        case $command in
        list | show | history | since | watch | refresh | status | rejects | metrics | describe | export | remove | disable)
            mapfile -t COMPREPLY < <(compgen -W "$(_almanac_ask list --names)" -- "$cur")
            ;;
        enable)
            local names
            names=$(cd /usr/lib/almanac/sources.d 2>/dev/null && shopt -s nullglob &&
                printf '%s\n' *.source examples/*.source)
            names=${names//examples\//}
            mapfile -t COMPREPLY < <(compgen -W "${names//.source/}" -- "$cur")
            ;;
        set) mapfile -t COMPREPLY < <(compgen -W 'contact' -- "$cur") ;;
        import) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        near | place | warnings) mapfile -t COMPREPLY < <(compgen -W 'here' -- "$cur") ;;
        esac
    fi
}

complete -F _almanac almanac
