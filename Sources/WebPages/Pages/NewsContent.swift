public import AlmanacValues
import Records
public import Showing

/// The entries of all feeds by day, newest first.
public struct NewsContent {
    private let entries: [Item]
    private let cut: Cut
    private let preferences: Preferences

    /// Makes the page of the newest entries, and a remark if these are not all.
    public init(_ entries: [Item], cut: Cut, preferences: Preferences) {
        self.entries = entries
        self.cut = cut
        self.preferences = preferences
    }

    /// Returns the content of the page.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "News")
            guard !entries.isEmpty else { return $0.add("p", text: "There are no entries of feeds.") }
            if !cut.isWhole { $0.add("p", ["id": "count", "role": "status"], text: cut.text) }
            for day in days(paper) {
                $0.add("h2", text: day.name)
                $0.add("ul", ["class": "river"]) { list in
                    for entry in day.entries { add(entry, &list, paper) }
                }
            }
        }
    }

    private func days(_ paper: Paper) -> [(name: String, entries: [Item])] {
        let sorted = entries.sorted { left, right in
            (left.published?.microseconds ?? .min) > (right.published?.microseconds ?? .min)
        }
        var days: [(name: String, entries: [Item])] = []
        for entry in sorted {
            let name = entry.published.map { "\(paper.zone.weekday($0)) \(paper.zone.date($0))" } ?? "Undated"
            if days.last?.name == name {
                days[days.count - 1].entries.append(entry)
            } else {
                days.append((name, [entry]))
            }
        }
        return days
    }

    private func add(_ entry: Item, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": "\(entry.source)/\(entry.key)"]) {
            $0.add("h3") {
                $0.add(
                    "a", ["href": preferences.link(path(ofRecord: entry.key, in: entry.source))],
                    text: entry.name.shortened(toBytes: 600))
            }
            $0.add("p", ["class": "faint"]) {
                $0.add(text: entry.source + " ")
                if let published = entry.published { $0.add(moment: published, on: paper) }
            }
            let summary = EntryText(entry).summary(600)
            if !summary.isEmpty { $0.add("p", text: summary) }
        }
    }
}
