public import AlmanacValues
import Records

extension DelimitedText {
    /// Makes a table of changes, one per row: when almanac stored the change as RFC 3339, the key of the record,
    /// `added`, `changed` or `removed`, and the members that the record then had.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - columns: The members by name or path; if empty, all members of all records, those of nested objects by
    ///     their dotted paths.
    public init(of changes: [Event], columns: [String] = []) {
        let changes = changes.filter { $0.item != nil }
        let items = changes.compactMap(\.item)
        let members = columns.isEmpty ? DelimitedText.members(of: items) : columns.map { FieldPath($0) }
        let rows = zip(changes, items).map { change, item in
            [change.at.description, item.key, change.kind.rawValue] + members.map { item.cell($0) }
        }
        self.init(titles: ["@at", "@key", "@change"] + members.map(\.text), rows: rows)
    }
}
