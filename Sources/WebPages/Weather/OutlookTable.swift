import Records
import Showing

/// Hours or days of a general forecast in words.
struct OutlookTable {
    /// The start of the identifiers.
    let id: String
    /// The steps, in order.
    let steps: [JSON]
    /// Whether the steps are days.
    let isDaily: Bool

    private static let columns = ["When", "Temperature", "Weather", "Rain", "Chance of rain", "Wind"]
        .map { Column($0) }

    /// Adds the table without the columns that are empty for all steps; nothing if there are no steps.
    func add(to page: inout HTML, on paper: Paper) {
        let rows = steps.map { Table.Row(OutlookStep($0, on: paper).cells(isDay: isDaily)) }
        let table = Table(OutlookTable.columns, rows: rows).withoutEmptyColumns
        guard table.columns.count > 1 else { return }
        let keys = keys
        page.add(
            table, .init(id: id, className: isDaily ? "days" : "hours", isStacked: true, key: { keys[$0] }))
    }

    /// The key of each row: the time or date, and a number if it occurs again.
    private var keys: [String] {
        var seen: [String: Int] = [:]
        return steps.map { step in
            let time = step["time"]?.string ?? step["date"]?.string ?? ""
            let count = seen[time, default: 0]
            seen[time] = count + 1
            return id + "-" + elementID(time) + (count == 0 ? "" : "-\(count)")
        }
    }
}
