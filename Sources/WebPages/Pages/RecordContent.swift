public import AlmanacValues
import Records
public import Showing

/// The page of a record: the warnings that apply at its position, its members or the page of its kind, and
/// its history.
public struct RecordContent: Sheet {
    private let item: Item
    private let source: Source
    private let changes: [Event]
    private let lost: [Gap]
    private let cut: Cut
    private let warnings: WarningAnswer

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - item: The record.
    ///   - source: Its source.
    ///   - changes: Its changes, newest first.
    ///   - lost: The reasons why changes are missing.
    ///   - cut: The remark that these are not all of its changes.
    ///   - warnings: The known warnings at its position and their gaps; those that are over are not shown.
    public init(
        _ item: Item, of source: Source, changes: [Event], lost: [Gap] = [],
        cut: Cut = Cut(shown: 0, of: 0), warnings: WarningAnswer = .init()
    ) {
        self.item = item
        self.source = source
        self.changes = changes
        self.lost = lost
        self.cut = cut
        self.warnings = warnings
    }

    /// Returns the warnings and the record.
    public func lines(on paper: Paper) -> [Line] {
        let page = recordPage([item], of: source, isOne: true) ?? RecordPage(item, source: source)
        return PageSequence([warnings, page, GapList(lost)]).lines(on: paper)
    }

    /// Returns the warnings, the record and its history.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("p") {
                $0.add(
                    "a", ["href": paper.link(path(ofSource: source.name))],
                    text: "← " + (source.title ?? source.name))
            }
            content(&$0, paper)
            history(&$0, paper)
        }
    }

    private func content(_ html: inout HTML, _ paper: Paper) {
        if OutlookPage.canShow(item) {
            return html.add(ForecastContent(item, source: source, warnings: warnings).html(on: paper))
        }
        html.add("h1", text: item.name.shortened(toBytes: 600))
        html.add(warnings: warnings, id: "warnings", on: paper)
        if source.kind == "feed" { entry(&html, paper) } else { members(&html, paper) }
    }

    private func members(_ html: inout HTML, _ paper: Paper) {
        html.add("section", ["class": "card", "id": "record"]) {
            if ReportPage.canShow(item) {
                $0.add(ReportPage(item, maximumAge: source.maximumAge).fields(on: paper))
                $0.add("p") { $0.add("code", text: item.data["raw"]?.string ?? "") }
            } else {
                $0.add(RecordPage(item, source: source).fields(on: paper), hasLinks: true)
            }
            if let position = item.position(source) {
                $0.add("p") {
                    $0.add("a", ["href": paper.link(path(onMap: position))], text: "Show on the map")
                }
            }
            $0.add(
                original: ["link", "url", "web"].lazy.compactMap { item.property($0)?.string }.first,
                text: "Open the original")
        }
    }

    private func entry(_ html: inout HTML, _ paper: Paper) {
        html.add("article", ["class": "card", "id": "record"]) {
            $0.add(EntryPage(item).fields(on: paper), hasLinks: true)
            $0.add(EntryText(item).html)
            $0.add(original: item.data["link"]?.string, text: "Read it at its site")
        }
    }

    private func history(_ html: inout HTML, _ paper: Paper) {
        guard !changes.isEmpty || !lost.isEmpty || !cut.isWhole else { return }
        html.add(section: "History", id: "history") {
            $0.add(gaps: lost, on: paper)
            $0.add(cut)
            $0.add(history: changes, on: paper)
        }
    }
}
