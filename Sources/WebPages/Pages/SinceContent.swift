import AlmanacValues
import Records
public import Showing

/// The changes since a visitor marked them as read, by source.
public struct SinceContent: Sheet {
    private let page: DigestPage
    private let cursor: String
    private let query: [(name: String, value: String)]
    private let cut: Cut

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - page: The changes.
    ///   - cursor: The end of the log, which a visitor marks as read.
    ///   - query: The names and values of the selector, which the mark keeps.
    ///   - cut: The remark that these are not all changes.
    public init(
        _ page: DigestPage, until cursor: String, query: [(name: String, value: String)], cut: Cut
    ) {
        self.page = page
        self.cursor = cursor
        self.query = query
        self.cut = cut
    }

    /// Returns the list, and the address that begins where it ends.
    public func lines(on paper: Paper) -> [Line] {
        let next = Line("later changes: \(address)", .faint).wrapped(to: paper.width)
        return PageSequence([page, cut]).lines(on: paper) + [Line()] + next
    }

    /// The page of the changes after those that are shown.
    private var address: String {
        let items = query + [("after", cursor)]
        return "/since?" + items.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }

    /// Returns the list with a button that marks it as read, and a link that does so without a cookie.
    public func html(on paper: Paper) -> HTML {
        let groups = page.digest.groups
        return HTML {
            $0.add("h1", text: "Since your last visit")
            $0.add("p", ["class": "faint"], text: page.start.words(on: paper))
            $0.add(gaps: page.gaps, on: paper)
            $0.add(cut)
            if groups.isEmpty { $0.add("p", text: page.nothing) }
            // Without a cursor, the mark stores one also if nothing has changed yet.
            if !groups.isEmpty || page.isOfNewest { mark(&$0, paper) }
            for group in groups { add(group, &$0, paper) }
        }
    }

    private func mark(_ html: inout HTML, _ paper: Paper) {
        html.add("form", ["class": "mark", "method": "post", "action": paper.link(address)]) { form in
            form.add("button", ["type": "submit"], text: "Mark as read")
            form.add(text: " ")
            form.add("a", ["href": paper.link(address)], text: "or keep this address")
        }
    }

    private func add(_ group: ChangeDigest.Group, _ html: inout HTML, _ paper: Paper) {
        html.add("section", ["data-key": group.source]) { section in
            section.add("h2") {
                $0.add("a", ["href": paper.link(path(ofSource: group.source))], text: group.source)
                $0.add(text: " " + group.words)
            }
            section.add("ol", ["class": "changes"]) { list in
                for entry in group.entries.prefix(page.most) { add(entry, &list, paper) }
            }
            let rest = group.entries.count - page.most
            if rest > 0 { section.add("p", ["class": "faint"], text: page.more(rest)) }
        }
    }

    private func add(_ entry: ChangeDigest.Entry, _ list: inout HTML, _ paper: Paper) {
        guard let item = entry.event.item else { return }
        let what = entry.line(on: paper).cut(to: 160)
        list.add("li", ["data-key": entry.event.cursor]) {
            $0.add(moment: entry.event.at, on: paper)
            $0.add(text: " ")
            // A removed record has no page.
            if entry.event.kind == .removed { return $0.add("span", line: what) }
            $0.add("a", ["href": paper.link(path(ofRecord: item.key, in: item.source))], line: what)
        }
    }
}
