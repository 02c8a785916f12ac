public import Records

/// Where the records of a JSON document lie, as the section `[JSON]` of its definition says.
///
/// - `Pointer=` a JSON pointer (RFC 6901), such as `/data/items`; left out: the whole document.
/// - `KeyedBy=` a name: the records are the members of an object; what names each becomes a field of that name and,
///   without `Key=`, its key.
///
/// What lies there is an array of records, an object of records (`KeyedBy=`), or a single record. An element that
/// is no object is the record `{"value": element}`; null is left out.
public struct JSONFormat: Hashable, Sendable {
    /// The names and indexes on the way to the records; none: the whole document.
    public var steps: [String] = []
    /// The field that takes the names of the members; `nil` when the records are not keyed.
    public var keyedBy: String?

    /// Makes the format of a document that is an array of records.
    public init() {}

    /// Reads the section.
    ///
    /// - Throws: When the pointer is none.
    public init(_ options: Options) throws(OptionError) {
        if let entry = options.last("JSON", "Pointer"), entry.value != "/" {
            guard entry.value.utf8.first == 0x2F else { throw OptionError(entry, "is not a JSON pointer") }
            steps = FieldPath(entry.value).steps
        }
        keyedBy = options.last("JSON", "KeyedBy")?.value
    }
}
