import Programs

extension Option {
    /// The options of all commands.
    nonisolated static let common = [
        Option(
            "json", short: "j", value: "pretty|short|off", isValueOptional: true,
            summary: "print JSON; a list is one object per line"),
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
        .help, .version,
    ]

    /// The option that selects one of several places with the same name.
    nonisolated static let pick = Option(
        "pick", value: "NUMBER", summary: "take this place of those that a PLACE may be")

    /// The option that permits an airport that the list of stations lacks.
    nonisolated static let unlisted = Option(
        "unlisted", summary: "accept an airport that the list of stations lacks")

    /// The paragraph of the help text about conditions; io.almanac.varlink has the grammar.
    nonisolated static let conditions =
        "A CONDITION is NAME SIGN VALUE, NAME in [A, B], NAME not in [A, B] or NAME exists, joined by and, or, "
        + "not and parentheses: 'temperature < 0 and not (wind.speed < 20 or wind.gust exists)'. SIGN is =, "
        + "!=, <, <=, >, >=, or ~ for a pattern such as '*hospital*' in any case. Numbers are compared by "
        + "value. A name or value with such a sign or word in it needs double quotes: see io.almanac(7)."

    /// Returns the option `--where`.
    ///
    /// - Parameter example: A condition for the help text.
    /// - Returns: The option, which can be repeated.
    nonisolated static func condition(_ example: String) -> Option {
        Option("where", value: "CONDITION", summary: "condition, such as \(example); can be repeated")
    }
}
