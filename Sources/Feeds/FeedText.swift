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
        let own = plain.span.trimmedText
        let text = own.isEmpty ? ImageText.of(html: cleaned.span) : own
        self.plain = text
        self.html = text.utf8.elementsEqual(cleaned) ? nil : cleaned.span.text(cleaned.indices)
    }

    /// The bytes that never occur in text without markup.
    private static let marks = ByteMarks(.lessThan, .ampersand, .lessThan, .ampersand)

    private init(html: String?, plain: String) {
        self.html = html
        self.plain = plain
    }

    /// The text as HTML: text without markup is escaped.
    public var richest: String { html ?? FeedText.escaped(plain) }

    /// The text for one line, such as a title: each run of white space becomes one space.
    var inOneLine: FeedText { FeedText(html: html, plain: plain.inOneLine) }

    private static func escaped(_ text: String) -> String {
        text.replacing(text: "&", with: "&amp;").replacing(text: "<", with: "&lt;")
    }

    /// Whether the text is empty.
    public var isEmpty: Bool { (html ?? plain).isEmpty }

    /// Whether a text declared as plain is HTML: it closes an element, has a void one with attributes or a
    /// slash, or a reference, and all its elements and references are known.
    static func looksLikeHTML(_ text: Span<UInt8>) -> Bool {
        var isMarkup = false
        var search = MarkSearch(marks, from: 0)
        var tags = TagSearch()
        while let at = search.next(text) {
            if text[at] == .lessThan, let tag = tags.tag(text, at: at) {
                let element = HTMLRules.element(text.extracting(tag.name))
                guard element.isKept else { return false }
                let isSure = tag.isEnd || element.isVoid && tag.next - tag.name.upperBound > 1
                isMarkup = isMarkup || isSure
            } else if text[at] == .ampersand, CharacterReference.end(text, from: at) != nil {
                guard CharacterReference.read(text, at: at) != nil else { return false }
                isMarkup = true
            }
        }
        return isMarkup
    }
}
