import Records
import Showing
import Storing

/// A temporary table without types, in which rows wait until all columns and their types are known.
struct StagedTable {
    /// The number of columns of members.
    private(set) var width: Int
    private let name: String
    private let own: [String]
    private let file: DataFile
    private var insertion = ""

    /// Creates an empty table in place of an earlier one of that name.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - own: The names of the columns that are not of members.
    ///   - width: The number of columns of members, which is the number of those in the schema.
    ///   - file: The file.
    /// - Throws: `StoreError` if the table cannot be created.
    init(_ name: String, _ own: [String], width: Int, in file: DataFile) throws(StoreError) {
        self.name = name
        self.own = own
        self.width = width
        self.file = file
        file.forgetStatements()
        let columns = own + (0..<width).map { "c\($0)" }
        try file.run("DROP TABLE IF EXISTS temp.\(name)")
        try file.run("CREATE TABLE temp.\(name) (\(columns.joined(separator: ", ")))")
        insertion = statement
    }

    /// Adds a row; a row that has more cells than the earlier ones adds columns.
    mutating func insert(_ values: [DataFile.Value], _ cells: [DataCell?]) throws(StoreError) {
        if width < cells.count { try widen(to: cells.count) }
        try file.run(insertion, values + cells.map { $0?.value ?? .null })
    }

    /// Returns the expression for the column of a member.
    func expression(ofColumn place: Int) -> String { place < width ? "c\(place)" : "NULL" }

    /// Removes the table.
    func drop() throws(StoreError) {
        file.forgetStatements()
        try file.run("DROP TABLE temp.\(name)")
    }

    private mutating func widen(to count: Int) throws(StoreError) {
        file.forgetStatements()
        for place in width..<count { try file.run("ALTER TABLE temp.\(name) ADD COLUMN c\(place)") }
        width = count
        insertion = statement
    }

    private var statement: String {
        let places = [String](repeating: "?", count: own.count + width).joined(separator: ",")
        return "INSERT INTO temp.\(name) VALUES (\(places))"
    }
}

extension DataCell {
    fileprivate var value: DataFile.Value {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value)
        }
    }
}

extension String? {
    /// The text as a value of a column.
    var value: DataFile.Value { map { .text($0) } ?? .null }
}

extension String {
    /// The text as an identifier of SQL.
    var quoted: String { "\"\(replacing(text: "\"", with: "\"\""))\"" }
}
