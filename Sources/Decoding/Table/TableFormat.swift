public import Records

/// How a table is written, as the section `[Table]` of its definition says.
///
/// - `Encoding=` a label, or `auto` (the default): see `TextDecoder`.
/// - `Delimiter=` a text, `tab`, `comma`, `semicolon`, `pipe`, or `auto` (the default): see `TableDelimiter`.
/// - `Quote=` `double`, `none` or `auto` (the default).
/// - `HeaderContains=` a text: the first line that holds it names the columns, what stands above is skipped. Else
///   the first line that is not blank names them.
/// - `Header=` the columns' names, for a table that names none or wrong ones.
/// - `Duplicate=` columns of one name: `number` (the default: `x`, `x2`, `x3`), `first` (the others are left
///   out) or `refuse`.
/// - `Ragged=` rows of more or fewer fields than columns: `reject` (the default), or `pad`, which takes fewer.
public struct TableFormat: Hashable, Sendable {
    /// Whether double quotes enclose fields.
    public enum Quoting: String, Sendable {
        /// Quotes are data.
        case none
        /// A field may stand in double quotes, which are doubled within. Source: RFC 4180 §2.
        case double
        /// As `double` where the delimiter is a comma or semicolon or the header has a quoted name, else `none`.
        case auto
    }

    /// What becomes of columns that have the name of an earlier one.
    public enum Duplicates: String, Sendable {
        /// They get a number: `x`, `x2`, `x3`.
        case number
        /// They are left out.
        case first
        /// The table is refused.
        case refuse
    }

    /// What becomes of rows that have not as many fields as there are columns.
    public enum RaggedRows: String, Sendable {
        /// They are rejected; fields are never shifted.
        case reject
        /// Those that have fewer are taken, the rest is absent.
        case pad
    }

    /// The encoding; `nil` to find out.
    public var charset: Charset?
    /// What stands between fields, UTF-8; `nil` to find out.
    public var delimiter: [UInt8]?
    /// Whether double quotes enclose fields.
    public var quoting = Quoting.auto
    /// What the line that names the columns holds; `nil` for the first line.
    public var headerContains: String?
    /// The columns' names; `nil` when the table names them.
    public var header: [String]?
    /// What becomes of columns that have the name of an earlier one.
    public var duplicates = Duplicates.number
    /// What becomes of rows that have not as many fields as there are columns.
    public var ragged = RaggedRows.reject

    /// Makes the format of a table of which nothing is known.
    public init() {}

    /// Reads the section.
    ///
    /// - Throws: At the first setting that cannot be used.
    public init(_ options: Options) throws(OptionError) {
        if let entry = options.last("Table", "Encoding"), entry.value.lowercased() != "auto" {
            charset = Charset(label: entry.value)
            if charset == nil { throw OptionError(entry, "is not an encoding known here") }
        }
        if let entry = options.last("Table", "Delimiter") { delimiter = try TableDelimiter.read(entry) }
        headerContains = options.last("Table", "HeaderContains")?.value
        let names = try RuleWords.all(options, "Table", "Header")
        header = names.isEmpty ? nil : names
        quoting = try TableFormat.choice(options, "Quote") ?? quoting
        duplicates = try TableFormat.choice(options, "Duplicate") ?? duplicates
        ragged = try TableFormat.choice(options, "Ragged") ?? ragged
    }

    private static func choice<T: RawRepresentable<String>>(_ options: Options, _ name: String)
        throws(OptionError) -> T?
    {
        guard let entry = options.last("Table", name) else { return nil }
        guard let choice = T(rawValue: entry.value) else { throw OptionError(entry, "is not known") }
        return choice
    }
}
