import Decoding
import Records

extension FeedBuilder {
    /// The representation of a text.
    enum TextType {
        case plain
        case html
        case xhtml
        case base64
        /// Content of another media type, such as a PDF in base64: neither text nor markup, unless it has
        /// elements. Source: RFC 4287 §4.1.3.3.
        case binary
    }

    /// The depth of the innermost open element, by which fields compete.
    private var depth: Int { frames.count }

    /// Reads a text that may contain markup.
    func storeText(_ frame: Frame, content: Span<UInt8>) {
        guard let text = text(frame, content: content) else {
            // An empty element only refers to a file.
            if !content.trimmed(0..<content.count).isEmpty { unreadTexts += 1 }
            return
        }
        guard !text.isEmpty else { return }
        if let language = frame.language, entry.language == nil, frame.tag == .content {
            entry.language = language
        }
        if !isInEntry { set(text, ofFeed: frame.tag) } else { set(text, ofEntry: frame.tag) }
    }

    /// Returns the text of an element; `nil` if it is not text.
    private func text(_ frame: Frame, content: Span<UInt8>) -> FeedText? {
        switch frame.type {
        case .binary: if !frame.hasMarkup { return nil }
        case .base64:
            let decoded = Base64.decoded((0..<content.count).map { content[$0] })
            guard let decoded, UTF8Repair.isValid(decoded.span, isWhole: true) else { return nil }
            return repaired(frame, content: decoded.span)
        default: break
        }
        return repaired(frame, content: content)
    }

    private func repaired(_ frame: Frame, content: Span<UInt8>) -> FeedText {
        if let repaired = TextRepair.of(content) { return text(frame, trimmed: repaired.span) }
        return text(frame, trimmed: content)
    }

    private func text(_ frame: Frame, trimmed content: Span<UInt8>) -> FeedText {
        let raw = content.extracting(content.trimmed(0..<content.count))
        if frame.hasMarkup || frame.type == .xhtml {
            let inner = isAtom1 ? FeedBuilder.unwrapped(raw) : 0..<raw.count
            return FeedText(html: raw.extracting(inner), base: frame.base)
        }
        let isHTML = frame.type == .html || (frame.type != .plain && FeedText.looksLikeHTML(raw))
        // Texts of RSS are often escaped twice.
        let guessed = !isAtom && frame.type == .plain && FeedText.looksLikeHTML(raw)
        return isHTML || guessed
            ? FeedText(html: raw, base: frame.base) : FeedText(plain: raw.text(0..<raw.count))
    }

    private func set(_ text: FeedText, ofFeed tag: FeedTag) {
        switch tag {
        case .title: if isFirst(&feedTitleDepth) { feed.title = text.inOneLine }
        case .otherTitle: feed.title = feed.title ?? text.inOneLine
        case .description, .subtitle, .summary, .otherSummary, .content:
            if isFirst(&subtitleDepth) { feed.subtitle = text }
        case .rights: feed.rights = text
        default: break
        }
    }

    private func set(_ text: FeedText, ofEntry tag: FeedTag) {
        switch tag {
        case .title: if isFirst(&titleDepth) { entry.title = text.inOneLine }
        case .otherTitle where isIn(.enclosure): describeEnclosure(title: text)
        case .otherTitle: if entry.title == nil { entry.title = text.inOneLine }
        case .content, .body: texts.add(text, as: .content)
        case .description, .summary: texts.add(text, as: isOfEntry ? .summary : .media)
        case .otherSummary: texts.add(text, as: isOfEntry ? .otherSummary : .media)
        case .subtitle: texts.add(text, as: .subtitle)
        case .mediaText:
            texts.add(text, as: .media)
            if isIn(.enclosure) { describeEnclosure(text) }
        default: break
        }
    }

    /// Whether the element that has just ended is a child of the entry, and not of something in it.
    private var isOfEntry: Bool { depth > 0 && frames[depth - 1].tag == .entry }

    /// Whether no element this near to the root has set the field yet.
    private func isFirst(_ before: inout Int?) -> Bool {
        if let before, before <= depth { return false }
        before = depth
        return true
    }

    /// Returns the range of the markup without the `div` that encloses all of it. Source: RFC 4287 §3.1.1.3.
    private static func unwrapped(_ html: Span<UInt8>) -> Range<Int> {
        let whole = 0..<html.count
        guard html.count > 6, html[0] == .lessThan, let first = HTMLTag(html, at: 0),
            isDivision(first, in: html),
            html.begins(with: "</div>", at: html.count - 6)
        else { return whole }
        var depth = 0
        var at = 0
        var search = TagSearch()
        while at < html.count {
            if html[at] == .lessThan, let tag = search.tag(html, at: at) {
                if isDivision(tag, in: html) { depth += tag.isEnd ? -1 : 1 }
                if depth == 0, tag.next < html.count { return whole }
                at = tag.next
            } else {
                at += 1
            }
        }
        return first.next..<max(first.next, html.count - 6)
    }

    private static func isDivision(_ tag: HTMLTag, in html: Span<UInt8>) -> Bool {
        tag.name.count == 3 && html[tag.name.lowerBound] | .caseBit == UInt8(ascii: "d")
            && html[tag.name.lowerBound + 1] | .caseBit == UInt8(ascii: "i")
            && html[tag.name.lowerBound + 2] | .caseBit == UInt8(ascii: "v")
    }
}
