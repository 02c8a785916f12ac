import Programs

/// The options of almanacd, and the text of `almanacd --help`.
nonisolated enum Help {
    static let options = [
        Option("config", value: "DIR", summary: "configuration and definitions (/etc/almanac)"),
        Option("state", value: "DIR", summary: "database and published files (/var/lib/almanac)"),
        Option("run", value: "DIR", summary: "sockets (/run/almanac)"),
        Option("library", value: "DIR", summary: "definitions that can be enabled (/usr/lib/almanac)"),
        Option("user", summary: "use the user's directories instead of the machine's"),
        Option(
            "at", value: "TIME",
            summary: "decode: time at which the document was made, 2026-11-20T08:00:00Z"),
        Option("requests", value: "N/d", summary: "rehearse: requests a day, 24/d by default"),
        .version, .help,
    ]

    private static let commands: [ServiceHelp.Entry] = [
        ("check", "read all definitions and secrets; print their errors"),
        (
            "decode SOURCE",
            "decode a document from standard input as SOURCE would, a name or a .source file; print one "
                + "{\"key\",\"data\"} per line"
        ),
        (
            "rehearse FILE",
            "print the delays that a learned rhythm and a timer with the same number of requests would have "
                + "had with recorded times"
        ),
    ]

    static let text = ServiceHelp(
        "almanacd [OPTION...] [COMMAND]",
        [
            "Keeps weather, feeds and datasets fresh and notifies local programs of changes. Without a "
                + "command, almanacd serves until a signal stops it."
        ],
        commands: commands, options: options,
        ends: [
            "Exit status: 0 success, 64 wrong arguments, 65 nothing could be decoded, or the database is of "
                + "a newer release, 71 a system call failed, 74 input or output failed, 78 wrong "
                + "configuration.",
            "See also almanacd(8), almanac(1), almanac.source(5), almanac.journal(7).",
        ]
    ).description
}
