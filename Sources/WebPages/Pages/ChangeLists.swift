public import AlmanacValues
import Records
public import Showing

/// Changes, one per line, newest first.
public struct ChangeList {
    private let changes: [Event]

    /// Makes a list of changes, in their order.
    public init(_ changes: [Event]) { self.changes = changes }

    /// Returns the list.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("ol", ["class": "changes"]) { list in
                for change in changes { add(change, &list, paper) }
            }
        }
    }

    private func add(_ change: Event, _ html: inout HTML, _ paper: Paper) {
        guard let item = change.item, let what = ChangeLine(change).what(paper) else { return }
        html.add("li", ["data-key": change.cursor]) {
            $0.add(moment: change.at, on: paper)
            $0.add(text: " ")
            $0.add(
                "a", ["href": paper.link(path(ofRecord: item.key, in: item.source))],
                line: what.cut(to: 160))
        }
    }
}

/// The changes of a record, newest first: when, and what differs.
struct RecordHistory {
    private let changes: [Event]

    /// Makes a list of the changes of one record, in their order.
    init(_ changes: [Event]) { self.changes = changes }

    /// Returns the list.
    func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("ol", ["class": "changes"]) { list in
                for change in changes { add(change, &list, paper) }
            }
        }
    }

    private func add(_ change: Event, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": change.cursor]) {
            $0.add(moment: change.at, on: paper)
            $0.add(text: " ")
            $0.add("b", text: change.kind.rawValue)
            if let raw = change.item?.data["raw"]?.string {
                $0.add(text: " ")
                $0.add("code", text: raw)
            }
            differences(of: change, &$0, paper)
        }
    }

    private func differences(of change: Event, _ html: inout HTML, _ paper: Paper) {
        guard change.kind == .changed else { return }
        let lines = ChangeLine(change).differences(paper)
        guard !lines.isEmpty else { return }
        html.add("ul", ["class": "differences"]) { list in
            for line in lines { list.add("li", line: line) }
        }
    }
}
