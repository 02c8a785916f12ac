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
    public init(html: String, base: String?) {
        let cleaned = HTMLCleaner.clean(html, base: base)
        let plain = PlainText.of(html: cleaned)
        self.plain = plain
        self.html = cleaned.utf8.elementsEqual(plain.utf8) ? nil : cleaned
    }

    /// The text in the richest form there is: HTML, or what needs none.
    public var richest: String { html ?? plain }

    /// Whether there is no text.
    public var isEmpty: Bool { richest.isEmpty }

    /// Whether a text that calls itself plain is HTML: it closes an element or has a reference, and all of its
    /// elements and references are known.
    static func looksLikeHTML(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.contains(0x3C) || bytes.contains(0x26) else { return false }
        let span = bytes.span
        var isMarkup = false
        for at in bytes.indices {
            if bytes[at] == 0x3C, let tag = HTMLTag(span, at: at) {
                guard HTMLRules.elements.contains(tag.name) else { return false }
                isMarkup = isMarkup || tag.isEnd
            } else if bytes[at] == 0x26, let end = HTMLEntity.end(span, from: at) {
                guard HTMLEntity.scalar(reference: bytes[at + 1..<end]) != nil else { return false }
                isMarkup = true
            }
        }
        return isMarkup
    }
}
