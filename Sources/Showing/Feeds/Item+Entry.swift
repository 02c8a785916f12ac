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

    /// The members of an entry that are HTML.
    static let markupMembers: Set<String> = ["content", "summary"]

    /// Whether it is an entry with HTML: the text without markup is a member of its own.
    var hasMarkup: Bool {
        data["text"]?.string != nil
            && Item.markupMembers.contains { data[$0]?.string?.contains(.lessThan) == true }
    }

    /// The data with HTML as one line of text, and without it where the member `text` says the same.
    var plainData: JSON {
        guard hasMarkup, let members = data.object else { return data }
        let text = data["text"]?.inOneLine
        return .object(
            members.compactMap { member in
                guard Item.markupMembers.contains(member.name) else {
                    return JSON.Member(member.name, member.value.inOneLine)
                }
                let plain = member.value.withoutMarkup
                return plain == text ? nil : JSON.Member(member.name, plain)
            })
    }
}

extension JSON {
    /// HTML as one line of text; any other value as it is.
    var withoutMarkup: JSON {
        guard let html = string else { return self }
        let markup = EntryMarkup(html)
        let words = markup.blocks.map { block in
            // An image is a part of the text only where there is no other.
            let runs = block.runs.filter { $0.file == nil || markup.hasFilesAlone }
            return ([block.marker ?? "", " "] + runs.map(\.text)).joined()
        }
        return JSON.string(words.joined(separator: " ")).inOneLine
    }

    /// A text with each run of white space as one space; any other value as it is.
    var inOneLine: JSON {
        guard let text = string else { return self }
        return .string(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
