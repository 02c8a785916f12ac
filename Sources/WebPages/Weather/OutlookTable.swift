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

    private static let titles = ["When", "Temperature", "Weather", "Rain", "Chance of rain", "Wind"]

    /// Adds the table without the columns that are empty for all steps; nothing if there are no steps.
    func add(to page: inout HTML, on paper: Paper) {
        let rows = steps.map { OutlookStep($0, on: paper).cells(isDay: isDaily).map(\.plain) }
        let used = OutlookTable.titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        guard used.count > 1 else { return }
        page.add("table", ["class": isDaily ? "days" : "hours", "id": id]) { table in
            table.add("thead", [:]) { head in
                head.add("tr", [:]) { row in
                    for column in used {
                        row.add("th", ["scope": "col"], text: OutlookTable.titles[column])
                    }
                }
            }
            table.add("tbody", [:]) { body in
                for (step, cells) in zip(keyed, rows) {
                    body.add("tr", ["data-key": step]) { add(cells, used, to: &$0) }
                }
            }
        }
    }

    private func add(_ cells: [String], _ used: [Int], to row: inout HTML) {
        for column in used {
            let text = cells[column]
            if column == 0 {
                row.add("th", ["scope": "row"], text: text)
            } else {
                let name = text.isEmpty ? "empty" : nil
                row.add("td", ["data-label": OutlookTable.titles[column], "class": name], text: text)
            }
        }
    }

    /// The key of each row: the time or date, and a number if it occurs again.
    private var keyed: [String] {
        var seen: [String: Int] = [:]
        return steps.map { step in
            let time = step["time"]?.string ?? step["date"]?.string ?? ""
            let count = seen[time, default: 0]
            seen[time] = count + 1
            return id + "-" + elementID(time) + (count == 0 ? "" : "-\(count)")
        }
    }
}
