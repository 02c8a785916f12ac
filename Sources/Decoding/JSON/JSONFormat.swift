public import Records

/// The place of the records in a JSON document, from the section `[JSON]` of its definition.
///
/// - `Pointer=`: a JSON pointer (RFC 6901), such as `/data/items`; by default the whole document.
/// - `KeyedBy=`: a name. The records are the members of an object; the name of each becomes a field of this
///   name and, without `Key=`, its key.
/// - `Layout=`: `records` (the default); `columns`: the value is an object of arrays, each of which is a
///   field; the records are made of the first values, of the second values, and so on; `rows`: the elements
///   are arrays, the first of which names the fields; `lines`: each line is a document of its own, or such a
///   row.
/// - `Header=`: the names of the fields of rows, the first of which then is a record.
///
/// The value there is an array of records, an object of records (`KeyedBy=`), or a single record. An element
/// that is not an object becomes the record `{"value": element}`; null is left out.
public struct JSONFormat: Hashable, Sendable {
    /// The names and indices on the path to the records; empty for the whole document.
    public var steps: [String] = []
    /// The field that receives the names of the members; `nil` if the records are not keyed.
    public var keyedBy: String?
    /// The arrangement of the records.
    public enum Layout: String, Sendable {
        /// Each element is a record.
        case records
        /// The value is an object of arrays that are the columns of a table.
        case columns
        /// The elements are arrays that are the rows of a table.
        case rows
        /// Each line is a JSON text. Source: ndjson.org, RFC 7464.
        case lines
    }

    /// The arrangement of the records.
    public var layout = Layout.records
    /// The names of the fields of rows; `nil` if the first row names them.
    public var header: [String]?

    /// Creates the format of a document that is an array of records.
    public init() {}

    /// Reads the section.
    ///
    /// - Throws: `OptionError` if the pointer or the layout is invalid.
    public init(_ options: Options) throws(OptionError) {
        if let entry = options.last(in: "JSON", named: "Pointer"), entry.value != "/" {
            guard entry.value.utf8.first == .slash else { throw OptionError(entry, "is not a JSON pointer") }
            steps = FieldPath(entry.value).steps
        }
        keyedBy = options.last(in: "JSON", named: "KeyedBy")?.value
        let names = try SettingWords.all(options, section: "JSON", name: "Header")
        header = names.isEmpty ? nil : names
        if let entry = options.last(in: "JSON", named: "Layout") {
            guard let layout = Layout(rawValue: entry.value) else {
                throw OptionError(entry, "is not records, columns, rows or lines")
            }
            self.layout = layout
            if layout == .columns || layout == .rows, keyedBy != nil {
                throw OptionError(entry, "cannot be combined with KeyedBy=")
            }
        }
        if let entry = options.last(in: "JSON", named: "Header"), layout != .rows, layout != .lines {
            throw OptionError(entry, "needs Layout=rows or Layout=lines")
        }
    }
}
