import AlmanacValues
import Records
import Showing

extension HTML {
    /// Adds changes, newest first, one per line; those of a record that was removed are no links.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - all: All changes of the page, newest first; `nil` if these are all.
    ///   - paper: The paper.
    mutating func add(changes: [Event], among all: [Event]? = nil, on paper: Paper) {
        var newest: [ByteKey: Event.Kind] = [:]
        for change in all ?? changes {
            guard let record = change.record else { continue }
            newest[record] = newest[record] ?? change.kind
        }
        add("ol", ["class": "changes"]) { list in
            for change in changes {
                let isThere = change.record.flatMap { newest[$0] } != .removed
                list.add(change: change, isLink: isThere, on: paper)
            }
        }
    }

    private mutating func add(change: Event, isLink: Bool, on paper: Paper) {
        guard let item = change.item, let what = ChangeLine(change).what(paper)?.cut(to: 160) else { return }
        add("li", ["data-key": change.cursor]) {
            $0.add(moment: change.at, on: paper)
            $0.add(text: " ")
            // A removed record has no page.
            guard isLink else { return $0.add("span", line: what) }
            $0.add("a", ["href": paper.link(path(ofRecord: item.key, in: item.source))], line: what)
        }
    }

    /// Adds the changes of one record in their order: when, and what differs.
    mutating func add(history: [Event], on paper: Paper) {
        add("ol", ["class": "changes"]) { list in
            for change in history { list.add(version: change, on: paper) }
        }
    }

    private mutating func add(version change: Event, on paper: Paper) {
        add("li", ["data-key": change.cursor]) {
            $0.add(moment: change.at, on: paper)
            $0.add(text: " ")
            $0.add("b", text: change.kindWords)
            if let raw = change.item?.data["raw"]?.string {
                $0.add(text: " ")
                $0.add("code", text: raw)
            }
            let lines = change.kind == .changed ? ChangeLine(change).differences(paper) : []
            guard !lines.isEmpty else { return }
            $0.add("ul", ["class": "differences"]) { list in
                for line in lines { list.add("li", line: line) }
            }
        }
    }
}

extension Event {
    /// The source and the key of the changed record; `nil` if the event is of no record.
    fileprivate var record: ByteKey? { item.map { ByteKey("\($0.source)/\($0.key)") } }
}
