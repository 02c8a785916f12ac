import AlmanacValues
import Showing

/// The records of a table as rows, which come from a cache if they have not changed.
struct RecordRows {
    let items: [Item]
    /// The members shown; at most 64 can be numbers.
    let names: [String]
    let cache: RowCache

    /// Adds the table.
    func add(to html: inout HTML, _ style: HTML.TableStyle) {
        let table = RecordTable([], view: .init(columns: names))
        let members = names.map { ShownMember($0) }
        let numeric = numericColumns(members)
        let columns = names.indices.map { index in
            table.column(named: names[index], isNumber: numeric.contains(.column(index)) && index < 64)
        }
        let form = cache.number(ofForm: names, numeric)
        html.add(columns, style) { body in
            for (index, item) in items.enumerated() {
                cache.add(item, form: form, to: &body) { row in
                    let cells = members.map { Line($0.text(of: item)) }
                    row.add(Table.Row(cells), at: index, in: columns, style)
                }
            }
        }
    }

    /// Returns the columns in which no record has text.
    private func numericColumns(_ members: [ShownMember]) -> ColumnSet {
        let number = cache.number(ofColumns: names)
        var texts: ColumnSet = []
        for item in items {
            texts.formUnion(cache.texts(of: item, columns: number) { RecordRows.texts(of: item, in: members) })
        }
        return ColumnSet(rawValue: ~0).subtracting(texts)
    }

    private static func texts(of item: Item, in members: [ShownMember]) -> ColumnSet {
        members.indices.reduce(into: []) { texts, index in
            if !members[index].isNumber(in: item) { texts.insert(.column(index)) }
        }
    }
}
