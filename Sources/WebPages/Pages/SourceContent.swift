public import AlmanacValues
import Records
public import Showing

/// The page of a source: its origin, its state and its past, what was wrong with its document, and its
/// changes.
public struct SourceContent: Sheet {
    private let source: Source
    private let phases: [Phase]
    private let rejects: [ReportedReject]
    private let changes: [Event]
    private let lost: [Gap]
    private let cut: Cut

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - phases: Its periods of success and failure, in order.
    ///   - rejects: The parts of its last document that could not be read.
    ///   - changes: Its newest changes, newest first.
    ///   - lost: The reasons why parts of the page are missing.
    ///   - cut: The remark that these are not all of its changes.
    public init(
        _ source: Source, phases: [Phase] = [], rejects: [ReportedReject], changes: [Event],
        lost: [Gap] = [], cut: Cut = Cut(shown: 0, of: 0)
    ) {
        self.source = source
        self.phases = phases
        self.rejects = rejects
        self.changes = changes
        self.lost = lost
        self.cut = cut
    }

    /// Returns the state in detail.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([SourcePage(source), GapList(lost)]).lines(on: paper)
    }

    /// Returns the state, the attempts, the rejects and the changes.
    public func html(on paper: Paper) -> HTML {
        HTML {
            heading(&$0, paper)
            $0.add(gaps: lost, on: paper)
            $0.add(section: "State", id: "state") {
                $0.add(SourcePage(source).fields(on: paper))
                refresh(&$0)
            }
            if !source.runtime.steps.isEmpty {
                $0.add(section: "Last attempt", id: "steps", content: steps)
            }
            if !phases.isEmpty {
                $0.add(section: "Attempts over time", id: "phases") {
                    $0.add(PhaseChart(phases).html(on: paper))
                }
            }
            if !rejects.isEmpty { $0.add(section: "Could not be read", id: "rejects", content: rejected) }
            if !changes.isEmpty || !cut.isWhole {
                $0.add(section: "Newest changes", id: "history") {
                    $0.add(cut)
                    $0.add(changes: changes, on: paper)
                }
            }
        }
    }

    private func heading(_ html: inout HTML, _ paper: Paper) {
        html.add("h1") {
            $0.add(text: source.name)
            if let title = source.title { $0.add("small", text: " " + title) }
        }
        html.add("p") {
            $0.add("a", ["href": paper.link(path(ofSource: source.name))], text: "Records")
            $0.add(text: " · ")
            $0.add("a", ["href": path(ofFeed: source.name)], text: "Changes as a feed")
        }
    }

    private func refresh(_ html: inout HTML) {
        html.add("form", ["method": "post", "action": "/refresh/\(percentEncoded(source.name))"]) {
            $0.add("button", ["type": "submit"], text: "Refresh now")
        }
    }

    private func steps(_ html: inout HTML) {
        html.add("ol") { list in
            for step in source.runtime.steps {
                list.add("li", text: "\(step.text) (\(step.elapsed.microseconds / 1000) ms)")
            }
        }
    }

    private func rejected(_ html: inout HTML) {
        let total = max(rejects.count, source.runtime.rejected)
        let cut = Cut(shown: rejects.count, of: total, "rejects", advice: "almanac rejects lists more")
        html.add(cut, id: "reject-count")
        let list = RejectList(source: source.name, rejects: rejects.map(\.reject))
        html.add(list.table, .init(label: "Rows and fields that could not be read", id: "reject-table"))
    }
}

extension SourceList: Sheet {
    /// Returns all sources with their states, and what the daemon itself cannot do.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "Sources")
            $0.add(notes: failures.map { $0.line(on: paper) })
            guard !sources.isEmpty else {
                return $0.add("p", text: "There are no sources yet. Add one: almanac add KPWM")
            }
            $0.add("p", ["id": "states"], line: counts.line)
            let link = { (row: Int) in paper.link(path(ofStateOf: sources[row].name)) }
            $0.add(
                table(on: paper),
                .init(label: "Sources", id: "sources", link: link, key: { sources[$0].name }))
        }
    }
}
