public import Decoding
public import Records

/// The format of a table, from the section `[Table]` of its definition.
///
/// - `Encoding=`: a label, or `auto` (the default): see `TextDecoder`.
/// - `Delimiter=`: a text, `tab`, `comma`, `semicolon`, `pipe`, or `auto` (the default): see
///   `TableDelimiter`.
/// - `Quote=`: `double`, `none` or `auto` (the default).
/// - `HeaderContains=`: a text in the line that names the columns; the lines above it are skipped. By
///   default, the first line that is not blank names them, or the one below a `TablePreamble`.
/// - `Header=`: the names of the columns, for a table that has none or wrong ones.
/// - `Duplicate=`: the treatment of columns with the same name: `number` (the default: `x`, `x2`, `x3`),
///   `first` (the others are left out) or `refuse`.
/// - `Element=`: names of elements: the document is XML, see `XMLTableDecoder`, and the other settings of the
///   section do not apply.
/// - `Ragged=`: the treatment of rows with more or fewer fields than columns: `reject` (the default), or
///   `pad`, which accepts fewer, and more if these are empty. If most rows end with a delimiter, it makes no
///   field.
public struct TableFormat: Hashable, Sendable {
    /// The rule for double quotes.
    public enum Quoting: String, Sendable {
        /// Quotes are data.
        case none
        /// Double quotes may enclose a field; quotes within are doubled. Source: RFC 4180 §2.
        case double
        /// As `double` if the delimiter is a comma or semicolon or the header has a quoted name, otherwise
        /// `none`.
        case auto
    }

    /// The treatment of columns with the name of an earlier one.
    public enum Duplicates: String, Sendable {
        /// They receive a number: `x`, `x2`, `x3`.
        case number
        /// They are left out.
        case first
        /// The table is rejected.
        case refuse
    }

    /// The treatment of rows whose number of fields differs from that of the columns.
    public enum RaggedRows: String, Sendable {
        /// They are rejected; fields are never shifted.
        case reject
        /// Rows with fewer fields, or with more that are empty, are accepted; the missing ones are absent.
        case pad
    }

    /// The encoding; `nil` to detect it.
    public var charset: Charset?
    /// The delimiter in UTF-8; `nil` to detect it.
    public var delimiter: [UInt8]?
    /// The rule for double quotes.
    public var quoting = Quoting.auto
    /// A text in the line that names the columns; `nil` for the first line.
    public var headerContains: String?
    /// The names of the columns; `nil` if the table names them.
    public var header: [String]?
    /// The treatment of columns with the name of an earlier one.
    public var duplicates = Duplicates.number
    /// The treatment of rows whose number of fields differs from that of the columns.
    public var ragged = RaggedRows.reject

    /// Whether the definition states where the columns are.
    var isStated: Bool { delimiter != nil || header != nil || headerContains != nil }

    /// Creates the default format.
    public init() {}

    /// Reads the section.
    ///
    /// - Throws: `OptionError` at the first setting that cannot be used.
    public init(_ options: Options) throws(OptionError) {
        if let entry = options.last(in: "Table", named: "Encoding"), entry.value.lowercased() != "auto" {
            charset = Charset(label: entry.value)
            if charset == nil { throw OptionError(entry, "is not a known encoding") }
        }
        if let entry = options.last(in: "Table", named: "Delimiter") {
            delimiter = try TableDelimiter.read(entry)
        }
        headerContains = options.last(in: "Table", named: "HeaderContains")?.value
        let names = try SettingWords.all(options, section: "Table", name: "Header")
        header = names.isEmpty ? nil : names
        quoting = try TableFormat.choice(in: options, named: "Quote") ?? quoting
        duplicates = try TableFormat.choice(in: options, named: "Duplicate") ?? duplicates
        ragged = try TableFormat.choice(in: options, named: "Ragged") ?? ragged
    }

    private static func choice<T: RawRepresentable<String>>(in options: Options, named name: String)
        throws(OptionError) -> T?
    {
        guard let entry = options.last(in: "Table", named: name) else { return nil }
        guard let choice = T(rawValue: entry.value) else { throw OptionError(entry, "is not known") }
        return choice
    }
}
