/// The names of a table's columns.
struct TableColumns {
    /// The names in the order of the columns; `nil` for one that is left out.
    let names: [String?]

    /// Gives every column a name of its own.
    ///
    /// - Throws: When two have one name and the definition refuses that.
    init(_ header: [String], _ duplicates: TableFormat.Duplicates) throws(DecodeError) {
        var taken = Set<[UInt8]>(header.map { Array($0.utf8) })
        var seen: Set<[UInt8]> = []
        var names: [String?] = []
        for (index, name) in header.enumerated() {
            if name.isEmpty {
                names.append(TableColumns.numbered("column", from: index + 1, &taken))
            } else if seen.insert(Array(name.utf8)).inserted {
                names.append(name)
            } else if duplicates == .refuse {
                throw DecodeError(.shape, part: "single column \(name)", found: "two", offset: 0)
            } else {
                names.append(duplicates == .first ? nil : TableColumns.numbered(name, from: 2, &taken))
            }
        }
        self.names = names
    }

    /// The place of a column; `nil` when there is none of that name.
    func index(of name: String) -> Int? {
        names.firstIndex { $0?.utf8.elementsEqual(name.utf8) ?? false }
    }

    /// The place of a column that the definition counts on.
    func required(_ name: String) throws(DecodeError) -> Int {
        if let index = index(of: name) { return index }
        let found = names.compactMap { $0 }.joined(separator: ", ")
        throw DecodeError(.shape, part: "column \(name)", found: String(found.prefix(200)), offset: 0)
    }

    private static func numbered(_ name: String, from first: Int, _ taken: inout Set<[UInt8]>) -> String {
        var number = first
        while !taken.insert(Array("\(name)\(number)".utf8)).inserted { number += 1 }
        return "\(name)\(number)"
    }
}
