public import AlmanacValues
import Records
public import Showing

/// The records that contain words, best match first.
public struct SearchContent: Sheet {
    private let text: String
    private let items: [Item]
    private let cut: Cut
    private let gaps: [Gap]

    /// Makes the page of the records that were found, with a remark if these are not all, and the reasons why
    /// others may have been missed.
    public init(_ text: String, items: [Item], cut: Cut, gaps: [Gap] = []) {
        self.text = text
        self.items = items
        self.cut = cut
        self.gaps = gaps
    }

    /// Returns each title, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([Matches(items, isWhole: gaps.isEmpty), cut, GapList(gaps)]).lines(on: paper)
    }

    /// Returns each title with the first members.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: text.isEmpty ? "Search" : "Search: \(text.shortened(toBytes: 400))")
            guard !text.isEmpty else { return $0.add("p", text: "Enter a word in the field above.") }
            $0.add(gaps: gaps, on: paper)
            guard !items.isEmpty else { return $0.add("p", text: nothing) }
            $0.add(cut)
            $0.add("ul", ["class": "found", "id": "found"]) { list in
                for item in items { add(item, &list, paper) }
            }
        }
    }

    private var nothing: String {
        gaps.isEmpty ? "No record contains these words." : "No known record contains these words."
    }

    private func add(_ item: Item, _ html: inout HTML, _ paper: Paper) {
        let marks = SearchMarks(text)
        html.add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            let address = paper.link(path(ofRecord: item.key, in: item.source))
            $0.add("a", ["href": address]) {
                $0.add(text: item.name.shortened(toBytes: 400), marking: marks)
            }
            $0.add("span", ["class": "faint"], text: " \(item.source)")
            $0.add("p", ["class": "note"]) { $0.add(text: excerpt(item, marks), marking: marks) }
        }
    }

    /// Returns the first members of a record, and the first of the others that a search marks.
    private func excerpt(_ item: Item, _ marks: SearchMarks) -> String {
        let members = (item.data.object ?? []).map {
            "\(readable($0.name)): \($0.value.shown)".shortened(toBytes: 240)
        }
        let matches = members.dropFirst(6).filter { marks.parts(of: $0).contains(where: \.isMatch) }
        return (members.prefix(6) + matches.prefix(3)).joined(separator: ", ").shortened(toBytes: 900)
    }
}
