package import AlmanacValues
import Records

extension Item {
    /// The most bytes of an entry's text that are shown.
    private static let mostBytes = 200_000

    /// The text of an entry as blocks, and the links in it.
    ///
    /// They are read from the HTML, since the member `text` has no links; one without tags has no lines,
    /// which `text` has.
    package var entryMarkup: EntryMarkup {
        let html = (data["content"] ?? data["summary"])?.string ?? ""
        guard html.contains(.lessThan) else { return EntryMarkup(lines: entryText) }
        return EntryMarkup(html.shortened(toBytes: Item.mostBytes))
    }

    /// The text of an entry without markup.
    package var entryText: String { (data["text"]?.string ?? "").shortened(toBytes: Item.mostBytes) }

    /// Whether the name of an entry without a title is the beginning of its text.
    package var isNamedByText: Bool {
        guard data["title"] == nil, let title else { return false }
        let start = title.hasSuffix("…") ? String(title.dropLast()) : title
        let text = entryText.prefix(start.count + 200).split(whereSeparator: \.isWhitespace)
        return text.joined(separator: " ").hasPrefix(start)
    }

    /// Whether the name of an entry without a title is all of its text.
    package var isNamedByAllText: Bool { isNamedByText && title?.hasSuffix("…") == false }
}
