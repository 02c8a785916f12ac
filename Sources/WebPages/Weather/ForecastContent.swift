public import AlmanacValues
import Records
public import Showing

/// The content of the page of a general forecast for a place: the warnings, now, a meteogram of the next
/// three days, the days and hours in words.
public struct ForecastContent: Sheet {
    private let item: Item
    private let source: Source?
    private let warnings: WarningAnswer

    /// Makes the content of a record of `Kind=forecast`; the source's failures are stated, and what is
    /// known about the warnings at the place.
    public init(_ item: Item, source: Source? = nil, warnings: WarningAnswer = .init()) {
        self.item = item
        self.source = source
        self.warnings = warnings
    }

    /// Returns the warnings and the forecast.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([warnings, OutlookPage(item)]).lines(on: paper)
    }

    /// Returns the content for the main part of a page, with a heading of the first level.
    public func html(on paper: Paper) -> HTML {
        // The texts of pages for terminals are taken without their line breaks.
        var paper = paper
        paper.width = 100_000
        return HTML {
            $0.add("article", ["class": "place-forecast", "id": elementID(item.key)]) { page in
                heading(in: &page, on: paper)
                page.add(warnings: warnings, id: elementID(item.key, "warnings"), on: paper)
                writeNote(in: &page, on: paper)
                present(in: &page, on: paper)
                next(in: &page, on: paper)
                days(in: &page, on: paper)
                periods(in: &page, on: paper)
            }
        }
    }

    private func heading(in page: inout HTML, on paper: Paper) {
        page.add("header") { header in
            header.add("h1", text: item.title ?? source?.title ?? item.key)
            header.add("p", ["class": "age"]) { line in
                let provider = item.data["provider"]?.string ?? ""
                line.add(text: ForecastContent.providers[provider] ?? provider)
                guard let updated = item.data["updated"]?.utc ?? item.at else { return }
                line.add(text: ", ")
                line.add(time: updated, id: elementID(item.key, "updated"), text: paper.moment(updated))
            }
        }
    }

    private func writeNote(in page: inout HTML, on paper: Paper) {
        let lines = source.map { SourceNote($0, isEmpty: false).lines(on: paper) } ?? []
        guard !lines.isEmpty else { return }
        page.add("p", ["class": "note", "id": elementID(item.key, "note")]) { note in
            for line in lines { note.add(line) }
        }
    }

    private func present(in page: inout HTML, on paper: Paper) {
        let words = OutlookHour.presentWords(of: item, on: paper)
        guard !words.isEmpty else { return }
        page.add("p", ["class": "present", "id": elementID(item.key, "now")]) { line in
            line.add("span", ["class": "faint"], text: "Now")
            line.add(text: " " + words.joined(separator: ", "))
        }
    }

    private func next(in page: inout HTML, on paper: Paper) {
        let hours = OutlookHour.ahead(item, at: paper.now)
        guard let start = hours.first?.time else { return }
        let shown = hours.filter { $0.time < start + .seconds(72 * 3600) }
        let meteogram = Meteogram(
            id: elementID(item.key, "meteogram"), hours: shown, position: item.position(nil))
        page.add(section: "Next days", class: "next", id: elementID(item.key, "next")) { section in
            section.add(meteogram.html(on: paper))
            section.add("details") { details in
                details.add("summary", text: "Hour by hour")
                OutlookTable(
                    id: elementID(item.key, "hours"), steps: shown.prefix(72).map(\.data), isDaily: false
                ).add(to: &details, on: paper)
            }
        }
    }

    private func days(in page: inout HTML, on paper: Paper) {
        let steps = OutlookDays(item).steps(on: paper)
        guard !steps.isEmpty else { return }
        page.add(section: "Days", class: "daily", id: elementID(item.key, "daily")) { section in
            OutlookTable(id: elementID(item.key, "days"), steps: steps, isDaily: true)
                .add(to: &section, on: paper)
        }
    }

    /// Adds the days and nights that the service describes in sentences.
    private func periods(in page: inout HTML, on paper: Paper) {
        let texts = OutlookPage(item).periods(14, at: paper.now).fields
        guard !texts.isEmpty else { return }
        page.add(section: "In words", class: "periods", id: elementID(item.key, "periods")) { section in
            section.add("dl") { list in
                for (index, period) in texts.enumerated() {
                    list.add("div", ["data-key": elementID(item.key, "period", "\(index)")]) { pair in
                        pair.add("dt", text: period.name)
                        for line in period.value { pair.add("dd", line: line) }
                    }
                }
            }
        }
    }

    private static let providers = [
        "open-meteo": "Open-Meteo", "met-norway": "MET Norway", "nws": "National Weather Service",
    ]
}

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
