public import AlmanacValues
import Records
public import Showing

/// The newest changes of all sources by day, newest first.
public struct HistoryContent: Sheet {
    private let changes: [Event]
    private let gaps: [Gap]

    /// Makes the page of changes, newest first, with the reasons why some of the newest are missing.
    public init(_ changes: [Event], gaps: [Gap] = []) {
        self.changes = changes
        self.gaps = gaps
    }

    /// Returns a line for each change.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([GapList(gaps), Changes(changes), TextLines(statement(on: paper))]).lines(on: paper)
    }

    /// Returns a list for each day.
    public func html(on paper: Paper) -> HTML {
        HTML { page in
            page.add("h1", text: "History")
            page.add(gaps: gaps, on: paper)
            page.add("p", ["class": "note", "id": "extent"], text: statement(on: paper))
            for day in days(paper) {
                page.add("section", ["class": "card", "data-key": elementID(day.name)]) {
                    $0.add("h2", text: day.name)
                    $0.add(changes: day.changes, among: changes, on: paper)
                }
            }
        }
    }

    private func statement(on paper: Paper) -> String {
        guard let oldest = changes.last else { return "No change is known yet." }
        return "The newest \(counted(changes.count, "change")) that the log has of all sources, back to "
            + "\(paper.when(oldest.at)); the pages of sources and records have older ones."
    }

    private func days(_ paper: Paper) -> [(name: String, changes: [Event])] {
        var days: [(name: String, changes: [Event])] = []
        for change in changes {
            let name = "\(paper.zone.weekday(change.at)) \(paper.zone.date(change.at))"
            if days.last?.name == name {
                days[days.count - 1].changes.append(change)
            } else {
                days.append((name, [change]))
            }
        }
        return days
    }
}

/// Changes, one a line.
private struct Changes: Showable {
    let changes: [Event]

    init(_ changes: [Event]) { self.changes = changes }

    func lines(on paper: Paper) -> [Line] {
        changes.compactMap { change in
            guard let what = ChangeLine(change).what(paper) else { return nil }
            return (Line(paper.when(change.at) + " ", .faint) + what).cut(to: paper.width)
        }
    }
}
