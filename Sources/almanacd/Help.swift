/// What `almanacd --help` says.
nonisolated enum Help {
    static let text = """
        Usage: almanacd [OPTION...] [COMMAND]

        Keeps weather, feeds and datasets fresh and tells local programs what changed.
        Without a command it serves until it is told to stop.

        Commands:
          check                       read all definitions; say what is wrong, file:line: reason
          decode [--at TIME] SOURCE   read a document from standard input as SOURCE would, a
                                      name or a .source file; one {"key","data"} a line

        Options:
          --config DIR    configuration and definitions   (/etc/almanac)
          --state DIR     caches and published files      (/var/lib/almanac)
          --run DIR       sockets                         (/run/almanac)
          --library DIR   definitions that can be enabled (/usr/lib/almanac)
          --user          the folders of the user instead of the machine's
          --at TIME       decode: when the document was made, 2026-11-20T08:00:00Z
          --version       say which version this is
          -h, --help      say this

        Exit status: 0 done, 64 wrong arguments, 65 nothing could be read, 71 the system
        refused something, 74 input or output failed, 78 wrong configuration.

        See also almanacd(8), almanac(1), almanac.source(5), almanac.journal(7).
        """
}
