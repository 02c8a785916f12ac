public import AlmanacValues
import Records
public import Showing

/// The records that contain words, best match first.
public struct SearchContent: Sheet {
    private let text: String
    private let items: [Item]
    private let cut: Cut

    /// Makes the page of the records that were found, and a remark if these are not all.
    public init(_ text: String, items: [Item], cut: Cut) {
        self.text = text
        self.items = items
        self.cut = cut
    }

    /// Returns each title, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] { PageSequence([Matches(items), cut]).lines(on: paper) }

    /// Returns each title with the first members.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: text.isEmpty ? "Search" : "Search: \(text.shortened(toBytes: 400))")
            guard !text.isEmpty else { return $0.add("p", text: "Enter a word in the field above.") }
            guard !items.isEmpty else { return $0.add("p", text: "No record contains these words.") }
            $0.add(cut)
            $0.add("ul", ["class": "found", "id": "found"]) { list in
                for item in items { add(item, &list, paper) }
            }
        }
    }

    private func add(_ item: Item, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            $0.add(linkTo: item, on: paper)
            $0.add("span", ["class": "faint"], text: " \(item.source)")
            let words = (item.data.object ?? []).prefix(6).map { "\(readable($0.name)): \($0.value.shown)" }
            $0.add("p", ["class": "note"], text: words.joined(separator: ", ").shortened(toBytes: 480))
        }
    }
}
