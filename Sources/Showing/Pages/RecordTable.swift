public import AlmanacValues
import Records

/// Records as rows, in sections if they have groups.
public struct RecordTable: Showable {
    private let items: [Item]
    private let view: View

    /// The sizes of the groups whose records a table shows.
    public enum GroupSizes: Sendable {
        /// The table has all records.
        case shown
        /// The table has some records; the number of all by group, without one under `nil`.
        case known([String?: Int])
        /// The table has some records of an unknown number.
        case unknown

        /// Counts the records of each group.
        ///
        /// - Parameters:
        ///   - items: All records.
        ///   - name: Returns the name of a record's group; `nil` if it has none.
        public init(_ items: [Item], groupedBy name: (Item) -> String?) {
            self = .known(items.reduce(into: [:]) { $0[name($1), default: 0] += 1 })
        }

        /// Returns the number of records in a heading: `12 records`, `4 of 461 records`.
        package func text(of name: String?, shown: Int) -> String {
            switch self {
            case .known(let sizes):
                let size = max(sizes[name] ?? 0, shown)
                return (size > shown ? "\(grouped(shown)) of " : "") + counted(size, "record")
            case .shown: return counted(shown, "record")
            case .unknown: return "\(grouped(shown)) shown"
            }
        }
    }

    /// The columns and the grouping of a table.
    public struct View: Sendable {
        /// The members shown, by name or path; if empty, chosen by the records' content.
        public var columns: [String]
        /// The member whose values are the headings; `nil` for no grouping.
        public var group: String?
        /// The sizes of the groups.
        public var sizes: GroupSizes

        /// Makes a view.
        public init(columns: [String] = [], group: String? = nil, sizes: GroupSizes = .shown) {
            self.columns = columns
            self.group = group
            self.sizes = sizes
        }
    }

    /// Makes a table of records.
    public init(_ items: [Item], view: View) {
        self.items = items
        self.view = view
    }

    /// Returns the table; headings are sorted, records without a group come last.
    public func lines(on paper: Paper) -> [Line] {
        let names = columns(paper)
        guard let group = view.group else { return table(of: items, named: names).lines(on: paper) }
        let sections = items.grouped { $0.data.value(at: group)?.shown }
        return sections.enumerated().flatMap { index, section -> [Line] in
            let count = Line("  " + view.sizes.text(of: section.name, shown: section.items.count), .faint)
            let heading = Line(section.name ?? "without \(readable(group))", .strong) + count
            return (index > 0 ? [Line()] : []) + heading.wrapped(to: paper.width)
                + table(of: section.items, named: names.filter { $0 != group }).lines(on: paper)
        }
    }

    /// Returns records as rows with the columns of these members.
    package func table(of items: [Item], named names: [String]) -> Table {
        let members = names.map { ShownMember($0) }
        let columns = members.enumerated().map { index, member in
            column(
                named: member.name, isNumber: items.allSatisfy { member.isNumber(in: $0) },
                rank: index < 2 ? nil : names.count - index)
        }
        guard !names.isEmpty else {
            return Table([Column("KEY")], rows: items.map { Table.Row([Line($0.key)]) })
        }
        return Table(columns, rows: items.map { item in Table.Row(members.map { Line($0.text(of: item)) }) })
    }

    /// Returns the column of a member.
    package func column(named name: String, isNumber: Bool, rank: Int? = nil) -> Column {
        let title = readable(name.hasPrefix("@") ? String(name.dropFirst()) : name)
        return Column(title, isNumber: isNumber, rank: rank)
    }

    /// Returns the requested columns; by default the key, the title and the first short members that most
    /// records have.
    package func columns(_ paper: Paper) -> [String] {
        if !view.columns.isEmpty { return view.columns }
        let wanted = max(2, paper.width / 20)
        var counts: [(name: String, count: Int)] = []
        for item in items.prefix(100) {
            for member in item.data.object ?? [] where member.value.isShort && !item.isNamed(by: member.value)
            {
                if let index = counts.firstIndex(where: { $0.name == member.name }) {
                    counts[index].count += 1
                } else {
                    counts.append((member.name, 1))
                }
            }
        }
        let common = counts.filter { $0.count * 2 > min(items.count, 100) }.map(\.name)
        let titled = items.contains { $0.title != nil } ? ["@title"] : []
        return ["@key"] + titled + common.prefix(max(0, wanted - 1 - titled.count))
    }
}

extension Item {
    /// Returns a member as text; `@key` and `@title` are the record's key and title.
    package func shown(_ name: String) -> String { ShownMember(name).text(of: self) }

    /// Whether a value only repeats the title or the key.
    fileprivate func isNamed(by value: JSON) -> Bool { value.shown == title || value.shown == key }
}

extension JSON {
    fileprivate var isShort: Bool {
        switch self {
        case .bool, .number: true
        case .string(let text): text.utf8.count <= 60
        default: false
        }
    }
}

/// A member that a column shows, parsed once for all records.
package struct ShownMember {
    /// The member's name or path; `@key` and `@title` are the record's key and title.
    package let name: String
    /// The path in the data; `nil` for the key and the title.
    let path: FieldPath?

    /// Parses a name.
    package init(_ name: String) {
        self.name = name
        path = ["@key", "@title"].contains(name) ? nil : FieldPath(name)
    }

    /// Whether the member of a record is a number or missing.
    package func isNumber(in item: Item) -> Bool {
        guard let path else { return false }
        return switch path.value(in: item.data) {
        case nil, .number: true
        default: false
        }
    }

    /// Returns the member of a record as text; empty if it has none.
    package func text(of item: Item) -> String {
        if let path { return path.value(in: item.data)?.shown ?? "" }
        return name == "@key" ? item.key : item.title ?? ""
    }
}

extension [Item] {
    /// Divides the records into groups.
    ///
    /// - Parameter name: Returns the name of a record's group; `nil` if it has none.
    /// - Returns: The groups in natural order of their names; the records without a group come last.
    package func grouped(by name: (Item) -> String?) -> [(name: String?, items: [Item])] {
        let groups = Dictionary(grouping: self, by: name)
        let names = groups.keys.compactMap(\.self).sorted { $0.naturallyPrecedes($1) }
        return names.map { ($0, groups[$0] ?? []) } + (groups[nil].map { [(nil, $0)] } ?? [])
    }
}
