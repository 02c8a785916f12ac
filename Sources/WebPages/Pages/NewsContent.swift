public import AlmanacValues
import Records
public import Showing

/// The entries of all feeds by day, newest first.
public struct NewsContent: Sheet {
    private let entries: [Item]
    private let most: Int
    private let cut: Cut
    private let gaps: [Gap]

    /// Makes the page of the newest entries.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - most: The number of the newest that are shown.
    ///   - cut: The remark that these are not all.
    ///   - gaps: The reasons why entries of feeds may be missing.
    public init(_ entries: [Item], most: Int, cut: Cut, gaps: [Gap] = []) {
        self.entries = entries
        self.most = most
        self.cut = cut
        self.gaps = gaps
    }

    /// Returns the time, title and author of each entry.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([GapList(gaps), EntryList(newest(paper)), cut]).lines(on: paper)
    }

    private func newest(_ paper: Paper) -> [Item] { Array(entries.newestFirst(at: paper.now).prefix(most)) }

    /// Returns each entry with the start of its text.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "News")
            $0.add(gaps: gaps, on: paper)
            guard !entries.isEmpty else { return $0.add("p", text: "No entry of a feed is known.") }
            $0.add(cut)
            for day in days(paper) {
                $0.add("h2", text: day.name)
                $0.add("ul", ["class": "river"]) { list in
                    for entry in day.entries { add(entry, &list, paper) }
                }
            }
        }
    }

    /// Returns the host that an address names, such as `example.com`.
    private func host(of address: String) -> String {
        let rest = address.utf8.split(separator: .slash, maxSplits: 2).last ?? Substring(address).utf8
        return String(Substring(rest.prefix { ![.slash, .questionMark, UInt8(ascii: "#")].contains($0) }))
            .shortened(toBytes: 80)
    }

    private func days(_ paper: Paper) -> [(name: String, entries: [Item])] {
        var days: [(name: String, entries: [Item])] = []
        for entry in newest(paper) {
            let day = entry.listed(at: paper.now)
            let name = day.map { "\(paper.zone.weekday($0)) \(paper.zone.date($0))" } ?? "Undated"
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
            $0.add("h3") { $0.add(linkTo: entry, bytes: 600, on: paper) }
            $0.add("p", ["class": "faint"]) {
                $0.add(text: entry.source + " ")
                if let published = entry.published { $0.add(moment: published, on: paper) }
                if let link = webLink(entry.data["link"]?.string) {
                    $0.add(text: " ")
                    $0.add(outside: link, text: host(of: link))
                }
            }
            let summary = EntryText.summary(of: entry, bytes: 600)
            if !summary.isEmpty { $0.add("p", text: summary) }
        }
    }
}
