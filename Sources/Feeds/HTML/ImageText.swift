import Decoding
import Records

/// The texts that describe the images of a text.
enum ImageText {
    private static let mostImages = 100

    /// Returns the descriptions of all images, each on a line; empty if there are none.
    ///
    /// The title of an image follows its alternative text, as in comics: browsers show it on its own.
    static func of(html: Span<UInt8>) -> String {
        var lines: [String] = []
        var search = TagSearch()
        var marks = MarkSearch(opening, from: 0)
        while let at = marks.next(html), lines.count < mostImages {
            guard let tag = search.tag(html, at: at),
                HTMLRules.element(html.extracting(tag.name)).role == .image
            else { continue }
            for name in [StaticString("alt"), "title"] {
                let line = HTMLTag.value(of: name, html, at: at)?.inOneLine ?? ""
                if !line.isEmpty, !lines.contains(line) { lines.append(line) }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let opening = ByteMarks(.lessThan, .lessThan, .lessThan, .lessThan)
}
