import Programs

/// The options of almanac-web, and the text of `almanac-web --help`.
nonisolated enum Help {
    static let options = [
        Option(
            "listen", value: "ADDRESS:PORT",
            summary: "address to listen on; can be repeated (127.0.0.1:1034 and [::1]:1034, unless systemd "
                + "passes sockets)"),
        Option(
            "host", value: "NAME",
            summary: "host name under which it may be addressed, besides localhost and addresses; can be "
                + "repeated"),
        Option(
            "proxy-user", value: "USER",
            summary: "user of a reverse proxy on the Unix socket, whose X-Forwarded-For names the visitor "
                + "that limits count"),
        Option(
            "on-demand", value: "NUMBER",
            summary: "most sources to add for stations and places that programs ask for and nobody keeps (0)"),
        Option("socket", value: "PATH", summary: "socket of the daemon (/run/almanac/io.almanac)"),
        Option("library", value: "DIR", summary: "style sheets and scripts (/usr/lib/almanac)"),
        Option("user", summary: "connect to the user's own daemon"),
        .version, .help,
    ]

    static let text = ServiceHelp(
        "almanac-web [OPTION...]", ["Shows what almanacd keeps in a web browser, live."], options: options,
        ends: [
            "Exit status: 0 success, 64 wrong arguments, 71 a system call failed.",
            "See also almanac-web(8), almanacd(8), almanac(1).",
        ]
    ).description
}
