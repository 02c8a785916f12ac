/// An option of the command line.
nonisolated struct Option {
    /// Its long name, without dashes.
    let name: String
    /// Its short name; `nil` when it has none.
    let short: Character?
    /// What its value is called; `nil` when it takes none.
    let value: String?
    /// Whether the value may be left out; then it is given only as `--name=value`.
    let isValueOptional: Bool
    /// What it is for.
    let summary: String

    init(
        _ name: String, short: Character? = nil, value: String? = nil, isValueOptional: Bool = false,
        _ summary: String
    ) {
        (self.name, self.short, self.value) = (name, short, value)
        (self.isValueOptional, self.summary) = (isValueOptional, summary)
    }

    /// How it is written: `-j, --json[=WHEN]`.
    var usage: String {
        if name == "json" { return "-j, --json[=pretty|short|off]" }
        let long = "--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
        return short.map { "-\($0), \(long)" } ?? long
    }
}

extension Option {
    /// What every command takes.
    nonisolated static let common = [
        Option(
            "json", value: "pretty|short|off", isValueOptional: true,
            "answer as JSON; a list is one object a line"),
        Option("j", "the same as --json", isShortOnly: true),
        Option("socket", value: "PATH", "the daemon's socket instead of /run/almanac/io.almanac"),
        Option("user", "ask the user's own daemon instead of the machine's"),
        Option("config", value: "DIR", "configuration instead of /etc/almanac"),
        Option("library", value: "DIR", "definitions to link to instead of those in /usr/lib/almanac"),
        Option("units", value: "aviation|metric|imperial", "units instead of the configured ones"),
        Option("color", value: "auto|always|never", "whether to use colours; NO_COLOR is obeyed too"),
        Option("no-legend", "no titles above the columns of tables"),
        Option("no-pager", "write long answers straight to the terminal"),
        Option("help", short: "h", "show help"),
        Option("version", "show the version"),
    ]

    private nonisolated init(_ name: String, _ summary: String, isShortOnly: Bool) {
        self.init(name, short: Character(name), summary)
    }
}
