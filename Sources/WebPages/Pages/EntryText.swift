import AlmanacValues
import Records

/// The text of a feed's entry in paragraphs.
///
/// The daemon has already turned the HTML of feeds into text; nothing of it is markup here.
struct EntryText {
    private static let mostBytes = 200_000

    private let text: String

    init(_ item: Item) {
        text = item.data["text"]?.string ?? item.data["summary"]?.string ?? ""
    }

    var html: HTML {
        HTML { html in
            for paragraph in paragraphs { html.add("p", text: paragraph) }
        }
    }

    /// The first paragraph, shortened.
    func summary(_ characters: Int) -> String {
        let first = paragraphs.first.map(String.init) ?? ""
        return first.count > characters ? first.prefix(characters) + "…" : first
    }

    private var paragraphs: [Substring] {
        let part = text.utf8.count > EntryText.mostBytes ? text.prefix(EntryText.mostBytes / 4) : text[...]
        return part.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }
}
