/// An option on the command line of a program.
public nonisolated struct Option: Sendable {
    /// The long name, without dashes.
    public let name: String
    /// The short name; `nil` if there is none.
    public let short: Character?
    /// The placeholder of the value; `nil` if the option has no value.
    public let value: String?
    /// Whether the value may be omitted; if present, it is written as `--name=value`.
    public let isValueOptional: Bool
    /// A description for the help text.
    public let summary: String

    /// Describes an option; its parts are the properties of the same names.
    public init(
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
    public var usage: String {
        let long = "--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
        return short.map { "-\($0), \(long)" } ?? long
    }

    /// The number of values: two if the placeholder has two words.
    public var valueCount: Int { value.map { $0.utf8.count { $0 == UInt8(ascii: " ") } + 1 } ?? 0 }

    /// Whether a word must follow that is its value.
    public var needsValue: Bool { value != nil && !isValueOptional }

    /// The option that every program has: its help text.
    public static let help = Option("help", short: "h", summary: "show help")
    /// The option that every program has: its version.
    public static let version = Option("version", summary: "show the version")
}
