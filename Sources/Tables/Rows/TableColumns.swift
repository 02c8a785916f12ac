import Decoding
import Records

/// The names of a table's columns.
struct TableColumns {
    /// The most bytes of a name: each record repeats the names of all columns.
    static let longestName = 1024

    /// The names in the order of the columns; `nil` for one that is left out.
    let names: [String?]
    /// The number of columns at the end that the header does not name: it may end with delimiters.
    let unnamed: Int

    /// Creates unique names for all columns.
    ///
    /// - Throws: `DecodeError` if two have the same name and the definition refuses that, or a name
    ///   is too long.
    init(_ header: [String], duplicates: TableFormat.Duplicates) throws(DecodeError) {
        if let name = header.first(where: { $0.utf8.count > TableColumns.longestName }) {
            let part = "column name of at most \(TableColumns.longestName) bytes"
            throw DecodeError(.shape, part: part, found: String(name.prefix(40)), offset: 0)
        }
        var numbers = ColumnNumbers(taken: header)
        var seen: Set<[UInt8]> = []
        var names: [String?] = []
        for (index, name) in header.enumerated() {
            if name.isEmpty {
                names.append(numbers.name("column", from: index + 1))
            } else if seen.insert(Array(name.utf8)).inserted {
                names.append(name)
            } else if duplicates == .refuse {
                throw DecodeError(.shape, part: "single column \(name)", found: "two", offset: 0)
            } else {
                names.append(duplicates == .first ? nil : numbers.name(name, from: 2))
            }
        }
        self.names = names
        unnamed = header.reversed().prefix { $0.isEmpty }.count
    }

    /// Returns the index of a column; `nil` if there is none with this name.
    func index(of name: String) -> Int? {
        names.firstIndex { $0?.utf8.elementsEqual(name.utf8) ?? false }
    }

    /// Returns the index of a column that the definition requires.
    func required(_ name: String) throws(DecodeError) -> Int {
        if let index = index(of: name) { return index }
        let found = names.compactMap { $0 }.joined(separator: ", ")
        throw DecodeError(.shape, part: "column \(name)", found: String(found.prefix(200)), offset: 0)
    }
}

/// Numbers names so that each occurs once.
private struct ColumnNumbers {
    private var taken: Set<[UInt8]>
    /// The lowest number that may be free, by name: without it, many columns of one name would take
    /// quadratic time.
    private var free: [[UInt8]: Int] = [:]

    init(taken names: [String]) { taken = Set(names.map { Array($0.utf8) }) }

    /// Returns the name with the first number from `first` on that makes it unique.
    mutating func name(_ name: String, from first: Int) -> String {
        let bytes = Array(name.utf8)
        var number = max(first, free[bytes] ?? first)
        while !taken.insert(bytes + Array(String(number).utf8)).inserted { number += 1 }
        free[bytes] = number + 1
        return name + String(number)
    }
}
