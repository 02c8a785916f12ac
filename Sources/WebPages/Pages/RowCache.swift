import AlmanacValues
import Showing

/// The rows of a table from its last rendering, which are used again for records that have not changed.
///
/// It belongs to one table in one form: the same source, units, zone and minute.
public final class RowCache {
    /// The titles and the kinds of columns, which determine how a row looks.
    private struct Form: Hashable {
        let names: [String]
        let numeric: ColumnSet
    }

    private struct Row {
        let key: String
        /// The generation of the record; `nil` if unknown.
        let generation: Int?
        let group: String?
        var columns = -1
        var texts: ColumnSet = []
        var form = -1
        var html = HTML()

        /// Whether this is the row of a record that has not changed.
        func isCurrent(_ key: String, _ generation: Int?) -> Bool {
            generation != nil && self.generation == generation && self.key == key
        }
    }

    /// The number of rows of a part: enough for nearly the same size as without parts.
    private static let rowsOfPart = 100

    private var rows: [Row] = []
    private var group: String?
    /// The number of rows of the page before the next one.
    private var count = 0
    private var columns: [[String]: Int] = [:]
    private var forms: [Form: Int] = [:]

    /// Makes an empty cache.
    public init() {}

    /// Sets the records of the table; from now on, rows have their indices.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - member: The member whose values are the groups; `nil` for a table without groups.
    func update(_ items: [Item], groupedBy member: ShownMember?) {
        if group != member?.name { rows = [] }
        group = member?.name
        count = 0
        // Records are in the same order as before, unless some were added or removed.
        if rows.count != items.count || !items.indices.allSatisfy({ rows[$0].key == items[$0].key }) {
            arrange(items)
        }
        for index in items.indices where !rows[index].isCurrent(items[index].key, items[index].generation) {
            let item = items[index]
            rows[index] = Row(key: item.key, generation: item.generation, group: member?.text(of: item))
        }
    }

    /// Puts the rows in the order of their records.
    private func arrange(_ items: [Item]) {
        let known = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
        rows = items.map { known[$0.key] ?? Row(key: $0.key, generation: nil, group: nil) }
    }

    /// Returns the groups with the indices of their records: sorted by name, those without a name last.
    func sections() -> [(name: String?, indices: [Int])] {
        var groups: [String?: [Int]] = [:]
        for index in rows.indices { groups[rows[index].group, default: []].append(index) }
        let names = groups.keys.compactMap(\.self).sorted { $0.naturallyPrecedes($1) }
        return names.map { ($0, groups[$0] ?? []) } + (groups[nil].map { [(nil, $0)] } ?? [])
    }

    /// Returns a number for columns, the same for the same ones.
    func number(ofColumns names: [String]) -> Int { RowCache.number(of: names, in: &columns) }

    /// Returns a number for a form of rows, the same for the same one.
    func number(ofForm names: [String], _ numeric: ColumnSet) -> Int {
        RowCache.number(of: Form(names: names, numeric: numeric), in: &forms)
    }

    /// Returns the columns in which a record has text, which are determined unless they are known.
    func texts(at index: Int, columns: Int, _ determine: () -> ColumnSet) -> ColumnSet {
        if rows[index].columns != columns {
            rows[index].columns = columns
            rows[index].texts = determine()
        }
        return rows[index].texts
    }

    /// Whether the next row begins a part of the page, which is compressed by itself.
    func beginsPart() -> Bool {
        count += 1
        return count % RowCache.rowsOfPart == 0
    }

    /// Adds the row of a record, which is rendered unless it is known.
    func add(at index: Int, form: Int, to html: inout HTML, _ render: (inout HTML) -> Void) {
        if rows[index].form != form {
            rows[index].form = form
            rows[index].html = HTML(render)
        }
        html.add(rows[index].html)
    }

    private static func number<Value: Hashable>(of value: Value, in numbers: inout [Value: Int]) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = numbers.count
        return numbers.count - 1
    }
}

/// Some of the first 64 columns of a table.
struct ColumnSet: OptionSet, Hashable {
    let rawValue: UInt64

    /// The column at an index; empty for those that do not fit in.
    static func column(_ index: Int) -> ColumnSet {
        ColumnSet(rawValue: index < UInt64.bitWidth ? 1 << UInt64(index) : 0)
    }
}

/// Records as the rows of a table, which come from a cache if they have not changed.
struct RecordRows {
    /// All records of the page, which the cache has taken.
    let items: [Item]
    /// The indices of the records of this table.
    let indices: [Int]
    /// The members shown; only the first 64 can be numbers.
    let names: [String]
    let cache: RowCache

    /// Adds the table.
    func add(to html: inout HTML, _ style: HTML.TableStyle) {
        let members = names.map { ShownMember($0) }
        let numeric = numericColumns(members)
        let table = RecordTable([], view: .init(columns: names))
        let columns = names.indices.map { index in
            table.column(named: names[index], isNumber: numeric.contains(.column(index)) && index < 64)
        }
        let form = cache.number(ofForm: names, numeric)
        html.add(columns, style) { body in
            for (row, index) in indices.enumerated() {
                if cache.beginsPart() { body.cut() }
                cache.add(at: index, form: form, to: &body) {
                    let cells = members.map { Line($0.text(of: items[index])) }
                    $0.add(Table.Row(cells), at: row, in: columns, style)
                }
            }
        }
    }

    /// Returns the columns in which no record has text.
    private func numericColumns(_ members: [ShownMember]) -> ColumnSet {
        let number = cache.number(ofColumns: names)
        var texts: ColumnSet = []
        for index in indices {
            texts.formUnion(
                cache.texts(at: index, columns: number) { RecordRows.texts(of: items[index], in: members) })
        }
        return ColumnSet(rawValue: ~0).subtracting(texts)
    }

    private static func texts(of item: Item, in members: [ShownMember]) -> ColumnSet {
        members.indices.reduce(into: []) { texts, index in
            if !members[index].isNumber(in: item) { texts.insert(.column(index)) }
        }
    }
}
