/// A text of a feed: as a page shows it, and without markup.
public struct FeedText: Hashable, Sendable {
    /// The text as HTML that is safe to show, addresses absolute; `nil` when it has no markup.
    public let html: String?
    /// The text without markup.
    public let plain: String

    /// Makes a text without markup, blanks at its ends left out.
    public init(plain: String) {
        html = nil
        self.plain = plain.trimmingBlanks
    }

    /// Makes a text of markup.
    ///
    /// - Parameters:
    ///   - html: The markup; it is cleaned.
    ///   - base: What addresses in it lean on; `nil` when that is not known.
    public init(html: String, base: String?) { self.init(html: Array(html.utf8).span, base: base) }

    /// Makes a text of markup, UTF-8.
    init(html: Span<UInt8>, base: String?) {
        let cleaned = HTMLCleaner.clean(html, base: base)
        guard FeedText.marks.first(cleaned.span, from: 0) != nil || cleaned.contains(where: { $0 < 0x20 })
        else {
            (self.html, plain) = (nil, String(decoding: cleaned, as: UTF8.self))
            return
        }
        let plain = PlainText.of(html: cleaned.span)
        let text = plain.span.trimmedText
        self.plain = text
        self.html = text.utf8.elementsEqual(cleaned) ? nil : String(decoding: cleaned, as: UTF8.self)
    }

    /// What a text without markup does not have.
    private static let marks = ByteMarks(0x3C, 0x26, 0x3C, 0x26)

    /// The text in the richest form there is: HTML, or what needs none.
    public var richest: String { html ?? plain }

    /// Whether there is no text.
    public var isEmpty: Bool { richest.isEmpty }

    /// Whether a text that calls itself plain is HTML: it closes an element or has a reference, and all of its
    /// elements and references are known.
    static func looksLikeHTML(_ text: Span<UInt8>) -> Bool {
        var (isMarkup, search) = (false, MarkSearch(marks, from: 0))
        while let at = search.next(text) {
            if text[at] == 0x3C, let tag = HTMLTag(text, at: at) {
                guard HTMLRules.element(text.extracting(tag.name)).isKept else { return false }
                isMarkup = isMarkup || tag.isEnd
            } else if text[at] == 0x26, let end = HTMLEntity.end(text, from: at) {
                guard HTMLEntity.scalar(text, at + 1..<end) != nil else { return false }
                isMarkup = true
            }
        }
        return isMarkup
    }
}
