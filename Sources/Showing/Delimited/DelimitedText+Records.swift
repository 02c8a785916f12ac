public import AlmanacValues
import Records

extension DelimitedText {
    /// Makes a table of records, one per row.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - columns: The members by name or path; if empty, all members of all records, those of nested
    ///     objects by their dotted paths. A column `@key` precedes them unless a member repeats the keys,
    ///     and a column `@source` if there are several sources.
    public init(_ items: [Item], columns: [String] = []) {
        guard columns.isEmpty else {
            self.init(
                titles: columns, rows: items.map { item in columns.map { item.cell(FieldPath($0)) } })
            return
        }
        let members = DelimitedText.members(of: items)
        let isRepeated = members.contains { name in items.allSatisfy { $0.cell(name) == $0.key } }
        let hasOneSource = items.allSatisfy { $0.source == items[0].source }
        let first = (hasOneSource ? [] : ["@source"]) + (isRepeated ? [] : ["@key"])
        let paths = first.map { FieldPath($0) } + members
        self.init(titles: paths.map(\.text), rows: items.map { item in paths.map { item.cell($0) } })
    }

    /// Returns the paths of all members that are not objects, in the order in which they first occur.
    private static func members(of items: [Item]) -> [FieldPath] {
        var names: [String] = []
        var seen: Set<[UInt8]> = []
        for item in items {
            collect(item.data, below: "", depth: 0) { name in
                if seen.insert(Array(name.utf8)).inserted { names.append(name) }
            }
        }
        return names.map { FieldPath($0) }
    }

    private static func collect(_ value: JSON, below path: String, depth: Int, found: (String) -> Void) {
        for member in value.object ?? [] {
            let name = path + member.name
            if member.value.object?.isEmpty == false, depth < 8 {
                collect(member.value, below: name + ".", depth: depth + 1, found: found)
            } else {
                found(name)
            }
        }
    }
}

extension Item {
    /// Returns a member as a cell; `@source`, `@key` and `@title` are those of the record.
    fileprivate func cell(_ path: FieldPath) -> String {
        switch path.text {
        case "@source": source
        case "@key": key
        case "@title": title ?? ""
        default: path.value(in: data)?.cell ?? ""
        }
    }
}

extension JSON {
    /// The value as a cell: texts and numbers unchanged, lists and objects as JSON; empty for null.
    var cell: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: String(decoding: bytes, as: UTF8.self)
        }
    }
}
