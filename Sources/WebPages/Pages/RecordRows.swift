import AlmanacValues
import Showing

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
