import AlmanacValues
import Records
import Showing

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

    /// Returns the first paragraph, shortened to so many bytes.
    func summary(_ bytes: Int) -> String { paragraphs.first?.shortened(toBytes: bytes) ?? "" }

    private var paragraphs: [Substring] {
        text.shortened(toBytes: EntryText.mostBytes).split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }
}
