public import AlmanacValues
import Records

/// The changes of a source or a record, newest first.
public struct History: Showable {
    private let changes: [Event]
    private let name: String

    /// Makes a list from the answer of GetHistory for a source or a record.
    public init(of name: String, _ changes: [Event]) {
        self.changes = changes
        self.name = name
    }

    /// Returns the list: time, record, kind of change, and the content or, below a report, what changed.
    public func lines(on paper: Paper) -> [Line] {
        guard !changes.isEmpty else {
            return Line("no versions of \(name) are stored, or none from that time").wrapped(to: paper.width)
        }
        return table(on: paper).lines(on: paper)
    }

    /// Returns the changes as rows, newest first.
    package func table(on paper: Paper) -> Table {
        let titles = titles
        let rows = changes.map { change in
            Table.Row(
                [
                    Line(paper.when(change.at)),
                    Line(name(of: change, among: titles), .strong), Line(change.kindWords),
                    content(of: change, on: paper),
                ], notes: isReport(change) && change.kind == .changed ? [difference(change, on: paper)] : [])
        }
        let columns = [Column("WHEN"), Column("RECORD"), Column("CHANGE"), Column("DATA")]
        return Table(columns, rows: rows)
    }

    /// The titles by key, which a removal lacks.
    private var titles: [String: String] {
        let pairs = changes.compactMap { change in
            change.item.flatMap { item in item.title.map { (item.key, $0) } }
        }
        return Dictionary(pairs) { newest, _ in newest }
    }

    private func name(of change: Event, among titles: [String: String]) -> String {
        guard let item = change.item else { return "" }
        return item.title ?? titles[item.key] ?? item.key
    }

    private func isReport(_ change: Event) -> Bool { change.item?.data[.raw]?.string != nil }

    /// Returns a report's raw text, what changed in another record, or the content of a new one.
    private func content(of change: Event, on paper: Paper) -> Line {
        guard let item = change.item, change.kind != .removed else { return Line() }
        if let raw = item.data[.raw]?.string {
            return [rules(of: item), Line(raw)].joined(by: " ")
        }
        return change.kind == .changed ? difference(change, on: paper) : Line(item.plainData.shown)
    }

    /// Returns the category of a report; empty for a forecast, which has several.
    private func rules(of item: Item) -> Line {
        guard ReportPage.canShow(item) else { return Line() }
        let category = ProvenCategory(item.data)
        return Line(category.words, category.ink)
    }

    private func difference(_ change: Event, on paper: Paper) -> Line { ChangeLine(change).changes(paper) }
}
