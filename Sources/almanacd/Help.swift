/// The text of `almanacd --help`.
nonisolated enum Help {
    static let text = """
        Usage: almanacd [OPTION...] [COMMAND]

        Keeps weather, feeds and datasets fresh and notifies local programs of changes.
        Without a command, almanacd serves until a signal stops it.

        Commands:
          check                       read all definitions and secrets; print their errors
          decode [--at TIME] SOURCE   decode a document from standard input as SOURCE would, a
                                      name or a .source file; print one {"key","data"} per line
          rehearse --requests N/d FILE
                                      print the delays that a learned rhythm and a timer with
                                      N requests a day would have had with recorded times

        Options:
          --config DIR    configuration and definitions     (/etc/almanac)
          --state DIR     database and published files      (/var/lib/almanac)
          --run DIR       sockets                           (/run/almanac)
          --library DIR   definitions that can be enabled   (/usr/lib/almanac)
          --user          use the user's directories instead of the machine's
          --at TIME       decode: time at which the document was made, 2026-11-20T08:00:00Z
          --requests N/d  rehearse: requests a day, 24/d by default
          --version       print the version
          -h, --help      print this help

        Exit status: 0 success, 64 wrong arguments, 65 nothing could be decoded, or the
        database is of a newer release, 71 a system call failed, 74 input or output failed,
        78 wrong configuration.

        See also almanacd(8), almanac(1), almanac.source(5), almanac.journal(7).
        """
}
