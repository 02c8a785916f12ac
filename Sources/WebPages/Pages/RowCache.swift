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
        let generation: Int
        let columns: Int
        let texts: ColumnSet
        var form = -1
        var html = HTML()
    }

    private var rows: [String: Row] = [:]
    private var columns: [[String]: Int] = [:]
    private var forms: [Form: Int] = [:]

    /// Makes an empty cache.
    public init() {}

    /// Returns a number for columns, the same for the same ones.
    func number(ofColumns names: [String]) -> Int { RowCache.number(of: names, in: &columns) }

    /// Returns a number for a form of rows, the same for the same one.
    func number(ofForm names: [String], _ numeric: ColumnSet) -> Int {
        RowCache.number(of: Form(names: names, numeric: numeric), in: &forms)
    }

    /// Returns the columns in which a record has text, which are determined unless they are known.
    func texts(of item: Item, columns: Int, _ determine: () -> ColumnSet) -> ColumnSet {
        if let row = rows[item.key], row.columns == columns, row.generation == item.generation {
            return row.texts
        }
        let texts = determine()
        rows[item.key] = item.generation.map { Row(generation: $0, columns: columns, texts: texts) }
        return texts
    }

    /// Adds the row of a record, whose texts were asked for, and which is rendered unless it is known.
    func add(_ item: Item, form: Int, to html: inout HTML, _ render: (inout HTML) -> Void) {
        guard let row = rows[item.key] else { return render(&html) }
        if row.form == form, row.generation == item.generation { return html.add(row.html) }
        let own = HTML(render)
        rows[item.key]?.form = form
        rows[item.key]?.html = own
        html.add(own)
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
