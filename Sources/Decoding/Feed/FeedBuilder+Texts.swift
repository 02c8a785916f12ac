import Records

extension FeedBuilder {
    /// Takes a text that may have markup.
    func endText(_ frame: Frame, _ content: [UInt8]) {
        guard let text = text(frame, content), !text.isEmpty else { return }
        if let language = frame.language, entry?.language == nil, frame.tag == .content {
            entry?.language = language
        }
        if entry == nil { set(text, ofFeed: frame.tag) } else { set(text, ofEntry: frame.tag) }
    }

    /// The text of an element; `nil` when it is none.
    private func text(_ frame: Frame, _ content: [UInt8]) -> FeedText? {
        var bytes = content
        switch frame.type {
        case .binary where frame.hasMarkup: break
        case .binary, .base64:
            guard let decoded = Base64.decoded(content), UTF8Mender.isValid(decoded.span, isWhole: true)
            else {
                return nil
            }
            bytes = decoded
        default: break
        }
        let raw = FeedBuilder.repaired(bytes)
        if frame.hasMarkup || frame.type == .xhtml {
            return FeedText(html: isAtom1 ? FeedBuilder.unwrapped(raw) : raw, base: frame.base)
        }
        let isHTML = frame.type == .html || (frame.type != .plain && FeedText.looksLikeHTML(raw))
        // Texts of RSS are often escaped twice.
        let guessed = !isAtom && frame.type == .plain && FeedText.looksLikeHTML(raw)
        return isHTML || guessed ? FeedText(html: raw, base: frame.base) : FeedText(plain: raw)
    }

    private func set(_ text: FeedText, ofFeed tag: FeedTag) {
        switch tag {
        case .title: if isFirst("title", &feedDepths) { feed.title = text }
        case .otherTitle: feed.title = feed.title ?? text
        case .description, .subtitle, .summary, .content:
            if isFirst("subtitle", &feedDepths) { feed.subtitle = text }
        case .rights: feed.rights = text
        default: break
        }
    }

    private func set(_ text: FeedText, ofEntry tag: FeedTag) {
        switch tag {
        case .title: if isFirst("title", &depths) { entry?.title = text }
        case .otherTitle: if entry?.title == nil { entry?.title = text }
        case .content, .body: if entry?.content == nil { entry?.content = text }
        case .description, .summary:
            // What stands beside a summary is the whole.
            if entry?.summary == nil {
                entry?.summary = text
            } else if entry?.content == nil, entry?.summary != text {
                entry?.content = text
            }
        case .subtitle: if entry?.summary == nil { entry?.summary = text }
        default: break
        }
    }

    /// Whether a field was not read before from an element as near to the root.
    private func isFirst(_ field: String, _ depths: inout [String: Int]) -> Bool {
        if let before = depths[field], before <= depth { return false }
        depths[field] = depth
        return true
    }

    /// The text, without blanks at its ends, with what was meant where it was encoded wrong: UTF-8 that was taken for windows-1252 and encoded
    /// once more, and control characters of windows-1252.
    private static func repaired(_ bytes: [UInt8]) -> String {
        guard bytes.contains(where: { $0 == 0xC2 || $0 == 0xC3 }) else { return bytes.span.trimmedText }
        let text = bytes.span.trimmedText
        let inner = text.unicodeScalars.compactMap { Windows1252.byte($0) }
        if inner.count == text.unicodeScalars.count, let meant = String(validating: inner, as: UTF8.self) {
            return meant
        }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = 0x80...0x9F ~= scalar.value
            scalars.append(isControl ? Windows1252.scalar(UInt8(scalar.value)) ?? scalar : scalar)
        }
        return String(scalars)
    }

    /// The markup without the `div` that encloses all of it. Source: RFC 4287 §3.1.1.3.
    private static func unwrapped(_ html: String) -> String {
        let bytes = Array(html.utf8)
        let span = bytes.span
        guard let first = HTMLTag(span, at: 0), bytes.first == 0x3C, first.name == "div",
            html.hasSuffix("</div>")
        else { return html }
        var (depth, at) = (0, 0)
        while at < bytes.count {
            if bytes[at] == 0x3C, let tag = HTMLTag(span, at: at) {
                if tag.name == "div" { depth += tag.isEnd ? -1 : 1 }
                if depth == 0, tag.next < bytes.count { return html }
                at = tag.next
            } else {
                at += 1
            }
        }
        return span.text(first.next..<bytes.count - 6)
    }
}
