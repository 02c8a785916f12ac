import Decoding
import Records

/// A table whose rows are arrays, the first of which names the fields: `[["id","name"],["1","a"]]`.
struct JSONRows {
    private var names: [String?]?

    /// Creates a table.
    ///
    /// - Parameter header: The names of the fields; `nil` if the first row names them.
    /// - Throws: `DecodeError` if a name cannot be used.
    init(header: [String]?) throws(DecodeError) {
        if let header { names = try TableColumns(header, duplicates: .number).names }
    }

    /// Returns a row as an object.
    ///
    /// - Returns: The object; `nil` for the row that names the fields.
    /// - Throws: `DecodeError` if that row has no names.
    mutating func object(_ row: JSON) throws(DecodeError) -> JSON? {
        guard let values = row.array else { return row }
        guard let names else {
            let header = values.map { $0.isNull ? "" : $0.scalarText?.trimmingBlanks }
            let hasText = values.contains { $0.string?.trimmingBlanks.isEmpty == false }
            guard !header.contains(nil), hasText else {
                let found = String(decoding: row.bytes.prefix(80), as: UTF8.self)
                throw DecodeError(.shape, part: "row of names (or Header=)", found: found, offset: 0)
            }
            self.names = try TableColumns(header.compactMap { $0 }, duplicates: .number).names
            return nil
        }
        return .object(zip(names, values).compactMap { name, value in name.map { JSON.Member($0, value) } })
    }

    /// Returns the reason why a row cannot be read; `nil` if it can. Values may be missing at its end.
    func fault(_ row: JSON) -> String? {
        guard let values = row.array else { return "not an array, as Layout=rows demands" }
        guard let names, values.dropFirst(names.count).contains(where: { $0.present != nil }) else {
            return nil
        }
        return "\(values.count) values where the header has \(names.count): Header= names more"
    }
}
