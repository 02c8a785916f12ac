public import AlmanacValues
import Records
public import Showing

/// The records that contain words, best match first.
public struct SearchContent {
    private let text: String
    private let items: [Item]
    private let cut: Cut
    private let preferences: Preferences

    /// Makes the page of the records that were found, and a remark if these are not all.
    public init(_ text: String, items: [Item], cut: Cut, preferences: Preferences) {
        self.text = text
        self.items = items
        self.cut = cut
        self.preferences = preferences
    }

    /// Returns the content of the page.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: text.isEmpty ? "Search" : "Search: \(text.shortened(toBytes: 400))")
            guard !text.isEmpty else { return $0.add("p", text: "Enter a word in the field above.") }
            guard !items.isEmpty else { return $0.add("p", text: "No record contains these words.") }
            if !cut.isWhole { $0.add("p", ["id": "count", "role": "status"], text: cut.text) }
            $0.add("ul", ["class": "found", "id": "found"]) { list in
                for item in items { add(item, &list) }
            }
        }
    }

    private func add(_ item: Item, _ html: inout HTML) {
        html.add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            $0.add(
                "a", ["href": preferences.link(path(ofRecord: item.key, in: item.source))],
                text: item.name.shortened(toBytes: 400))
            $0.add("span", ["class": "faint"], text: " \(item.source)")
            let members = item.data.object ?? []
            let words = members.prefix(6).map { "\(readable($0.name)): \($0.value.shown)" }
            $0.add("p", ["class": "note"], text: words.joined(separator: ", ").shortened(toBytes: 480))
        }
    }
}
