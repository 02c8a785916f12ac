import Decoding
import Records

/// A text of a feed, as HTML and without markup.
public struct FeedText: Hashable, Sendable {
    /// The text as safe HTML with absolute addresses; `nil` if it has no markup.
    public let html: String?
    /// The text without markup.
    public let plain: String

    /// Creates a text without markup; removes blanks at its ends.
    public init(plain: String) {
        html = nil
        self.plain = plain.trimmingBlanks
    }

    /// Creates a text from markup.
    ///
    /// - Parameters:
    ///   - html: The markup, which is cleaned.
    ///   - base: The base of relative addresses; `nil` if unknown.
    public init(html: String, base: String?) { self.init(html: Array(html.utf8).span, base: base) }

    /// Creates a text from markup in UTF-8.
    init(html: Span<UInt8>, base: String?) {
        let cleaned = HTMLCleaner.clean(html, base: base)
        guard FeedText.marks.first(cleaned.span, from: 0) != nil || cleaned.contains(where: { $0 < .space })
        else {
            self.html = nil
            plain = cleaned.span.text(cleaned.indices)
            return
        }
        let plain = PlainText.of(html: cleaned.span)
        let text = plain.span.trimmedText
        self.plain = text
        self.html = text.utf8.elementsEqual(cleaned) ? nil : cleaned.span.text(cleaned.indices)
    }

    /// The bytes that never occur in text without markup.
    private static let marks = ByteMarks(.lessThan, .ampersand, .lessThan, .ampersand)

    /// The HTML if there is any, otherwise the plain text.
    public var richest: String { html ?? plain }

    /// Whether the text is empty.
    public var isEmpty: Bool { richest.isEmpty }

    /// Whether a text declared as plain is HTML: it closes an element or has a reference, and all its
    /// elements and references are known.
    static func looksLikeHTML(_ text: Span<UInt8>) -> Bool {
        var isMarkup = false
        var search = MarkSearch(marks, from: 0)
        var tags = TagSearch()
        while let at = search.next(text) {
            if text[at] == .lessThan, let tag = tags.tag(text, at: at) {
                guard HTMLRules.element(text.extracting(tag.name)).isKept else { return false }
                isMarkup = isMarkup || tag.isEnd
            } else if text[at] == .ampersand, let end = HTMLEntity.end(text, from: at) {
                guard HTMLEntity.scalar(text, body: at + 1..<end) != nil else { return false }
                isMarkup = true
            }
        }
        return isMarkup
    }
}
