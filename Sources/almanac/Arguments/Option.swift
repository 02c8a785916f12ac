/// An option on the command line.
nonisolated struct Option {
    /// The long name, without dashes.
    let name: String
    /// The short name; `nil` if there is none.
    let short: Character?
    /// The placeholder of the value; `nil` if the option has no value.
    let value: String?
    /// Whether the value may be omitted; if present, it is written as `--name=value`.
    let isValueOptional: Bool
    /// A description for the help text.
    let summary: String

    init(
        _ name: String, short: Character? = nil, value: String? = nil, isValueOptional: Bool = false,
        summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
    }

    /// The usage: `-j, --json[=WHEN]`.
    var usage: String {
        if name == "json" { return "-j, --json[=pretty|short|off]" }
        let long = "--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
        return short.map { "-\($0), \(long)" } ?? long
    }
}

extension Option {
    /// The options of all commands.
    nonisolated static let common = [
        Option(
            "json", value: "pretty|short|off", isValueOptional: true,
            summary: "print JSON; a list is one object per line"),
        Option("j", summary: "the same as --json", isShortOnly: true),
        Option("socket", value: "PATH", summary: "socket of the daemon (default /run/almanac/io.almanac)"),
        Option("user", summary: "connect to the user's own daemon instead of the machine's"),
        Option("config", value: "DIR", summary: "directory of the configuration (default /etc/almanac)"),
        Option(
            "library", value: "DIR",
            summary: "directory of the installed definitions (default /usr/lib/almanac)"),
        Option("units", value: "aviation|metric|imperial", summary: "units; overrides the configuration"),
        Option("color", value: "auto|always|never", summary: "whether to use colours; NO_COLOR is respected"),
        Option("no-legend", summary: "print tables without column headings"),
        Option("no-pager", summary: "do not use a pager"),
        Option("help", short: "h", summary: "show help"),
        Option("version", summary: "show the version"),
    ]

    /// The option that selects one of several places with the same name.
    nonisolated static let pick = Option(
        "pick", value: "NUMBER", summary: "take this place of those that a PLACE may be")

    /// The option that permits an airport that the list of stations lacks.
    nonisolated static let unlisted = Option(
        "unlisted", summary: "accept an airport that the list of stations lacks")

    private nonisolated init(_ name: String, summary: String, isShortOnly: Bool) {
        self.init(name, short: Character(name), summary: summary)
    }
}
