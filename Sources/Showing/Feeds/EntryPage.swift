public import AlmanacValues
import Records

/// An entry of a feed for reading: its title, its facts, its text in paragraphs.
public struct EntryPage: Showable {
    private let item: Item

    /// Makes the page of a feed entry.
    public init(_ item: Item) { self.item = item }

    /// Returns the page; lines of text have a readable length.
    public func lines(on paper: Paper) -> [Line] {
        Line(item.name, .strong).wrapped(to: paper.width) + fields(on: paper).lines(on: paper) + text(paper)
    }

    /// Returns the facts about the entry.
    package func fields(on paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Published", item.published.map { Line(paper.moment($0)) })
        fields.add("Author", item.data["author"]?.string.map { Line($0) })
        fields.add("Link", item.data["link"]?.string.map { Line($0) })
        fields.add("Tags", item.data["tags"].map { Line($0.shown) })
        let files = (item.data["enclosures"]?.array ?? []).compactMap { $0["url"]?.string }
        fields.add("Files", lines: files.map { Line($0) })
        return fields
    }

    private func text(_ paper: Paper) -> [Line] {
        let text = item.data["text"]?.string ?? item.data["summary"]?.string ?? ""
        let paragraphs = text.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return paragraphs.flatMap { [Line()] + Line($0).wrapped(to: min(paper.width, 88)) }
    }
}
