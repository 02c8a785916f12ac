import AlmanacValues
import Records
import Showing

extension HTML {
    /// Adds changes in their order, one per line.
    mutating func add(changes: [Event], on paper: Paper) {
        add("ol", ["class": "changes"]) { list in
            for change in changes {
                guard let item = change.item, let what = ChangeLine(change).what(paper) else { continue }
                list.add("li", ["data-key": change.cursor]) {
                    $0.add(moment: change.at, on: paper)
                    $0.add(text: " ")
                    let address = paper.link(path(ofRecord: item.key, in: item.source))
                    $0.add("a", ["href": address], line: what.cut(to: 160))
                }
            }
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
