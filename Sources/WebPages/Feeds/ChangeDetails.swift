import AlmanacValues
import Records
import Showing

/// The content of an entry about a change: what differs, then the record as the change left it.
struct ChangeDetails {
    /// The maximum number of differences and of members, and of the columns of each.
    private static let mostLines = 60
    private static let longestLine = 2000

    private let event: Event
    private let item: Item
    private let source: Source

    /// Makes the content of a change of a record.
    init(_ event: Event, item: Item, of source: Source) {
        self.event = event
        self.source = source
        // The record with its position, but without the time of the change, which the entry states.
        let members = (event.json.object ?? []).filter { $0.name != "realtimeUSec" }
        self.item = Item(.object(members)) ?? item
    }

    /// Returns the content.
    func html(on paper: Paper) -> HTML {
        HTML {
            guard event.kind != .removed else {
                return $0.add("p", text: "The record is no longer in \(source.name).")
            }
            differences(&$0, paper)
            record(&$0, paper)
        }
    }

    private func differences(_ html: inout HTML, _ paper: Paper) {
        guard event.kind == .changed else { return }
        let lines = ChangeLine(event).differences(paper)
        guard !lines.isEmpty else { return }
        html.add("ul") { list in
            for line in lines.prefix(ChangeDetails.mostLines) { list.add("li", line: line) }
        }
        more(than: lines.count, &html)
    }

    private func record(_ html: inout HTML, _ paper: Paper) {
        if source.kind == "feed" { return html.add(EntryText(item).html) }
        if ReportPage.canShow(item) {
            fields(ReportPage(item).fields(on: paper), &html)
            return html.add("p") { $0.add("code", text: item.data["raw"]?.string ?? "") }
        }
        if [ForecastPage.canShow, WindsPage.canShow, OutlookPage.canShow].contains(where: { $0(item) }),
            let page = recordPage([item], of: source, isOne: true)
        {
            return html.add("pre", text: paper.text(page))
        }
        fields(RecordPage(item, source: source).fields(on: paper), &html)
    }

    private func fields(_ fields: Fields, _ html: inout HTML) {
        html.add("dl") { list in
            for field in fields.fields.prefix(ChangeDetails.mostLines) {
                list.add("dt", text: field.name)
                let lines = field.measure.map { [$0.text] } ?? field.value
                for line in lines.prefix(ChangeDetails.mostLines) {
                    list.add("dd", line: line.cut(to: ChangeDetails.longestLine))
                }
            }
        }
        more(than: fields.fields.count, &html)
    }

    private func more(than count: Int, _ html: inout HTML) {
        guard count > ChangeDetails.mostLines else { return }
        html.add("p", text: "and \(count - ChangeDetails.mostLines) more")
    }
}
