public import Records

/// The columns of the tables of a source in a database: one for each member, those of nested objects by their
/// dotted paths.
///
/// All members that the schema declares have one, so that a query does not depend on which of them occur.
/// Further ones are added as records have them.
public struct DataColumns: Sendable {
    /// The maximum number of columns; SQLite allows 2,000. Further members are together in the last one.
    private static let most = 1000
    /// The depth from which objects are JSON.
    private static let deepest = 8
    /// The separator of names in the identity of a path, which cannot be mistaken for a part of a name.
    private static let separator = "\u{0}"

    /// The columns, in the order in which they were added.
    public private(set) var columns: [DataColumn] = []
    private var places: [ByteKey: Int] = [:]
    private var names: UniqueNames

    /// Makes the columns that a schema declares.
    ///
    /// - Parameters:
    ///   - schema: The JSON Schema of the records, from DescribeSource.
    ///   - reserved: The names of columns that are not of members; a member with such a name has another one.
    public init(schema: JSON, reserved: [String]) {
        names = UniqueNames(reserved)
        declare(schema, below: "", shown: "", depth: 0)
    }

    /// The columns in the order of a table: those with values, then the others.
    public var order: [Int] {
        columns.indices.filter { columns[$0].occurs } + columns.indices.filter { !columns[$0].occurs }
    }

    /// Whether a column has a name, without regard to case.
    public func has(_ name: String) -> Bool {
        columns.contains { $0.name.lowercased() == name.lowercased() }
    }

    /// Returns the cells of a record, one for each column, and adds columns for new members.
    public mutating func cells(of data: JSON) -> [DataCell?] {
        var found: [(place: Int, cell: DataCell)] = []
        var rest: [JSON.Member] = []
        collect(data, below: "", shown: "", depth: 0, into: &found, rest: &rest)
        if !rest.isEmpty, let place = place(of: DataColumns.separator, named: "_more", .whole, isLast: true) {
            found.append((place, .text(JSON.object(rest).cell)))
        }
        var cells = [DataCell?](repeating: nil, count: columns.count)
        for (place, cell) in found {
            cells[place] = cell
            columns[place].add(cell)
        }
        return cells
    }

    private mutating func collect(
        _ object: JSON, below path: String, shown: String, depth: Int,
        into found: inout [(place: Int, cell: DataCell)], rest: inout [JSON.Member]
    ) {
        for member in object.object ?? [] {
            let identity = path + member.name
            let name = shown + member.name
            let known = places[ByteKey(identity)]
            let isWhole = known.map { columns[$0].declaration == .whole } ?? false
            if member.value.object?.isEmpty == false, depth < DataColumns.deepest, !isWhole {
                collect(
                    member.value, below: identity + DataColumns.separator, shown: name + ".",
                    depth: depth + 1, into: &found, rest: &rest)
            } else if let cell = DataCell(member.value) {
                if let place = known ?? place(of: identity, named: name, .open) {
                    found.append((place, cell))
                } else {
                    rest.append(JSON.Member(name, member.value))
                }
            }
        }
    }

    /// Returns the place of a path's column, which is added if necessary; `nil` if there are too many.
    private mutating func place(
        of identity: String, named name: String, _ declaration: DataColumn.Declaration, isLast: Bool = false
    ) -> Int? {
        if let place = places[ByteKey(identity)] { return place }
        guard isLast || columns.count < DataColumns.most - 1 else { return nil }
        columns.append(DataColumn(names.next(name), declaration))
        places[ByteKey(identity)] = columns.count - 1
        return columns.count - 1
    }

    private mutating func declare(_ schema: JSON, below path: String, shown: String, depth: Int) {
        for member in schema["properties"]?.object ?? [] {
            let identity = path + member.name
            let name = shown + member.name
            if member.value["properties"] != nil, depth < DataColumns.deepest {
                declare(
                    member.value, below: identity + DataColumns.separator, shown: name + ".", depth: depth + 1
                )
            } else if let declaration = DataColumn.Declaration(member.value) {
                _ = place(of: identity, named: name, declaration)
            }
        }
    }
}

extension DataColumn.Declaration {
    /// Reads the type of a member from its JSON Schema; `nil` if a column is only known once it has values.
    fileprivate init?(_ schema: JSON) {
        switch schema["type"]?.string {
        case "number", "integer": self = .number
        case "boolean": self = .flag
        case "string": self = .text
        case "array", "object": self = .whole
        default:
            let observed = schema["x-observed"]?.array?.compactMap(\.string) ?? []
            guard schema["anyOf"] != nil || !observed.isEmpty, !observed.contains("object") else {
                return nil
            }
            self = .open
        }
    }
}
