import Programs

/// The options of almanac-mqtt, and the text of `almanac-mqtt --help`.
nonisolated enum Help {
    static let options = [
        Option("config", value: "FILE", summary: "settings (/etc/almanac/mqtt/NAME.conf)"),
        Option("state", value: "DIR", summary: "cursor and topics (/var/lib/almanac-mqtt/NAME)"),
        Option("socket", value: "PATH", summary: "socket of the daemon (/run/almanac/io.almanac)"),
        Option("check", summary: "check the settings and exit"),
        Option("user", summary: "use the user's own daemon and folders"),
        .version, .help,
    ]

    static let text = ServiceHelp(
        "almanac-mqtt [OPTION...] NAME",
        ["Publishes what almanacd keeps to an MQTT broker, as the settings NAME say."],
        options: options,
        ends: [
            "Exit status: 0 success, 64 wrong arguments, 71 a system call failed, 78 wrong settings.",
            "See also almanac-mqtt(8), almanacd(8), almanac(1).",
        ]
    ).description
}
