import Records
import Showing

/// The periods of a forecast in words, with the differences of each temporary or probable change.
struct PeriodTable {
    /// The start of the identifiers.
    let id: String
    /// The periods, in order.
    let spans: [ForecastSpan]

    private static let titles = ["Rules", "Wind", "Visibility", "Weather", "Sky"]

    /// Returns the table; empty without periods.
    func html(on paper: Paper) -> HTML {
        guard !spans.isEmpty else { return HTML() }
        return HTML {
            $0.add("table", ["class": "periods", "id": "\(id)-periods"]) { table in
                table.add("thead", [:]) { head in
                    head.add("tr", [:]) { row in
                        for title in ["When"] + PeriodTable.titles {
                            row.add("th", ["scope": "col"], text: title)
                        }
                    }
                }
                table.add("tbody", [:]) { body in
                    var starts: Set<UTC> = []
                    for span in spans where starts.insert(span.from).inserted {
                        rows(of: span, in: &body, on: paper)
                    }
                }
            }
        }
    }

    private func rows(of span: ForecastSpan, in body: inout HTML, on paper: Paper) {
        let key = "\(id)-\(span.from.seconds)"
        let isNow = span.from <= paper.now && paper.now < span.until
        let prevailing = cells(span.data, on: paper)
        body.add("tr", ["data-key": key, "class": isNow ? "present" : nil]) { row in
            row.add("th", ["scope": "row"]) { when(span, isNow: isNow, in: &$0, on: paper) }
            add(prevailing, rules: span.rules, in: &row)
        }
        for (index, overlay) in span.overlays.enumerated() {
            let other = zip(cells(overlay.data, on: paper), prevailing).map { $0 == $1 ? "" : $0 }
            let rules = ConditionsText(overlay.data, in: paper.units).rules
            body.add("tr", ["data-key": "\(key)-\(index)", "class": "overlay"]) { row in
                row.add("th", ["scope": "row"], text: overlay.name)
                add(other, rules: rules == span.rules ? nil : rules, in: &row)
            }
        }
    }

    /// Adds the period: `now–18:00`, `18:00–00:00`, `Sat 06:00–12:00`.
    private func when(_ span: ForecastSpan, isNow: Bool, in cell: inout HTML, on paper: Paper) {
        let from = isNow ? "now" : paper.zone.when(span.from, from: paper.now)
        cell.add(time: span.from, text: from)
        cell.add(text: "–")
        cell.add(time: span.until, text: paper.zone.time(span.until))
    }

    /// Adds the cells; an empty one is omitted on narrow screens, where the titles precede the values.
    private func add(_ cells: [String], rules: FlightRules?, in row: inout HTML) {
        for (title, text) in zip(PeriodTable.titles, cells) {
            let name = text.isEmpty ? "empty" : nil
            row.add("td", ["data-label": title, "class": name]) { cell in
                if title == "Rules", let rules {
                    cell.add("span", ["class": "badge \(rules.className)"], text: rules.rawValue)
                } else if title != "Rules" {
                    cell.add(text: text)
                }
            }
        }
    }

    private func cells(_ data: JSON, on paper: Paper) -> [String] {
        let conditions = ConditionsText(data, in: paper.units)
        let wind = [conditions.briefWind, conditions.windShear].compactMap(\.self).joined(separator: ", ")
        return [
            conditions.rules?.rawValue ?? "", wind, conditions.visibility ?? "", conditions.weather ?? "",
            conditions.sky ?? "",
        ]
    }
}
