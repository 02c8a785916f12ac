import Decoding
import Records

/// A filter that makes markup safe: removes what `HTMLRules` do not allow and makes addresses absolute.
///
/// Text and references stay unchanged; comments are removed; tags are rewritten with sorted attributes.
struct HTMLCleaner {
    /// An attribute that is kept.
    private struct Kept {
        let attribute: HTMLTag.Attribute
        let rule: HTMLRules.Attribute
    }

    private let base: String?
    /// The maximum output with resolved addresses, in bytes; each address grows by the length of the base.
    private let room: Int
    private var output: [UInt8] = []
    /// The offset up to which the text was copied or dropped; what follows is copied at once, as far as it
    /// stays the same.
    private var copied = 0
    /// The number of open elements that are removed with their content.
    private var swallowed = 0
    /// The attributes of the current tag; the storage is reused.
    private var found: [HTMLTag.Attribute] = []
    private var kept: [Kept] = []
    private var search = TagSearch()

    private init(base: String?, room: Int) {
        self.base = base
        self.room = room
    }

    /// Returns the cleaned markup without blanks at its ends.
    static func clean(_ html: Span<UInt8>, base: String?) -> [UInt8] {
        var cleaner = HTMLCleaner(base: base, room: 4 * html.count + 65_536)
        cleaner.output.reserveCapacity(html.count + 16)
        cleaner.run(html)
        let part = cleaner.output.span.trimmed(0..<cleaner.output.count)
        return part.count == cleaner.output.count ? cleaner.output : Array(cleaner.output[part])
    }

    private mutating func run(_ bytes: Span<UInt8>) {
        var marks = MarkSearch(HTMLCleaner.marks, from: 0)
        while let at = marks.next(bytes) { marks.skip(to: special(bytes, at: at)) }
        drop(bytes, part: bytes.count..<bytes.count)
    }

    /// Copies the text up to a part of it, which is dropped or replaced.
    private mutating func drop(_ bytes: Span<UInt8>, part: Range<Int>) {
        put(bytes, part: copied..<part.lowerBound)
        copied = part.upperBound
    }

    /// The start of anything but text: tags, references, line ends.
    private static let marks = ByteMarks(.lessThan, .ampersand, .carriageReturn, .carriageReturn)
    /// The bytes that must be escaped in an attribute.
    fileprivate static let signs = ByteMarks(.quote, .ampersand, .lessThan, .greaterThan)

    /// Handles a marked byte and returns the offset at which the text continues.
    private mutating func special(_ bytes: Span<UInt8>, at: Int) -> Int {
        switch bytes[at] {
        case .lessThan:
            if let next = markup(bytes, at: at) { return next }
            drop(bytes, part: at..<at + 1)
            put("&lt;")
        case .ampersand: if let next = quote(bytes, at: at) { return next }
        default:
            drop(bytes, part: at..<at + 1)
            if at + 1 == bytes.count || bytes[at + 1] != .newline { put(.newline) }
        }
        return at + 1
    }

    /// Replaces a quote or apostrophe written as a number; `nil` if there is none.
    private mutating func quote(_ bytes: Span<UInt8>, at: Int) -> Int? {
        guard at + 5 <= bytes.count, bytes[at + 1] == .numberSign, bytes[at + 2] == UInt8(ascii: "3"),
            bytes[at + 4] == .semicolon,
            bytes[at + 3] == UInt8(ascii: "9") || bytes[at + 3] == UInt8(ascii: "4")
        else { return nil }
        drop(bytes, part: at..<at + 5)
        put(bytes[at + 3] == UInt8(ascii: "9") ? .apostrophe : .quote)
        return at + 5
    }

    /// Handles a tag or a comment; `nil` if the `<` is text.
    private mutating func markup(_ bytes: Span<UInt8>, at: Int) -> Int? {
        if let tag = search.plainTag(bytes, at: at),
            HTMLRules.element(bytes.extracting(tag.name)).isCopied
        {
            return tag.next
        }
        if let end = search.commentEnd(bytes, at: at) {
            drop(bytes, part: at..<end)
            return end
        }
        guard let tag = search.tag(bytes, at: at, attributes: &found) else { return nil }
        let element = HTMLRules.element(bytes.extracting(tag.name))
        if element.isCopied, isCanonical(bytes, tag: tag) { return tag.next }
        drop(bytes, part: at..<tag.next)
        if element.isSwallowed {
            swallowed = max(0, swallowed + (tag.isEnd ? -1 : 1))
        } else if swallowed == 0, element.isKept {
            if tag.isEnd {
                close(bytes, tag: tag, element: element)
            } else {
                open(bytes, tag: tag, element: element)
            }
        }
        return tag.next
    }

    /// Whether a tag has the form in which it would be written: `<name>`, `</name>` or `<name key="value">`
    /// with lowercase names in order and values that need neither a change nor a closer look.
    private func isCanonical(_ bytes: Span<UInt8>, tag: HTMLTag) -> Bool {
        guard HTMLCleaner.isLowercase(bytes, name: tag.name), !tag.isEnd || found.isEmpty else {
            return false
        }
        var end = tag.name.upperBound
        var last: Range<Int>?
        for index in found.indices {
            guard found[index].isCanonical(bytes, from: end),
                last.map({ bytes.orders($0, before: found[index].name) }) ?? true
            else { return false }
            end = found[index].value.upperBound + 1
            last = found[index].name
        }
        return tag.next == end + 1
    }

    fileprivate static func isLowercase(_ bytes: Span<UInt8>, name: Range<Int>) -> Bool {
        for place in name where bytes[unchecked: place].isUppercase { return false }
        return true
    }

    /// Whether `<!`, `<!--` or `<?` with a name begins here.
    static func opensComment(_ bytes: Span<UInt8>, at: Int) -> Bool {
        guard at + 2 < bytes.count else { return false }
        guard bytes[at + 1] == .exclamationMark || bytes[at + 1] == .questionMark else { return false }
        let first = bytes[at + 2]
        return first == .hyphen || first == .leftBracket || first.isLetter
    }

    /// Returns the offset after `<!…>`, `<!--…-->` or `<?…>`; `nil` if none begins here.
    static func commentEnd(_ bytes: Span<UInt8>, at: Int) -> Int? {
        guard opensComment(bytes, at: at) else { return nil }
        let isComment = at + 3 < bytes.count && bytes[at + 2] == .hyphen && bytes[at + 3] == .hyphen
        var end = at + 2
        while end < bytes.count {
            if bytes[end] == .greaterThan,
                !isComment || (end >= at + 6 && bytes[end - 1] == .hyphen && bytes[end - 2] == .hyphen)
            {
                return end + 1
            }
            end += 1
        }
        return isComment ? bytes.count : nil
    }
}

extension HTMLCleaner {
    private mutating func close(_ bytes: Span<UInt8>, tag: HTMLTag, element: HTMLRules.Element) {
        guard !element.isVoid else { return }
        put("</")
        putName(bytes, name: tag.name)
        put(.greaterThan)
    }

    private mutating func open(_ bytes: Span<UInt8>, tag: HTMLTag, element: HTMLRules.Element) {
        put(.lessThan)
        putName(bytes, name: tag.name)
        if !found.isEmpty {
            sortKept(bytes)
            for index in kept.indices { attribute(bytes, kept: kept[index]) }
        }
        put(element.isVoid ? " />" : ">")
    }

    /// Finds the attributes to keep and sorts them by name; of two with the same name, the first counts.
    private mutating func sortKept(_ bytes: Span<UInt8>) {
        kept.removeAll(keepingCapacity: true)
        for attribute in found {
            let rule = HTMLRules.attribute(bytes.extracting(attribute.name))
            guard rule.isKept else { continue }
            var place = kept.count
            while place > 0, bytes.orders(attribute.name, before: kept[place - 1].attribute.name) {
                place -= 1
            }
            let isSecond =
                place > 0 && !bytes.orders(kept[place - 1].attribute.name, before: attribute.name)
            guard !isSecond else { continue }
            let new = Kept(attribute: attribute, rule: rule)
            if place == kept.count { kept.append(new) } else { kept.insert(new, at: place) }
        }
    }

    private mutating func attribute(_ bytes: Span<UInt8>, kept: Kept) {
        let name = kept.attribute.name
        let value = kept.attribute.value
        let needsLook = kept.rule.isStyle || (kept.rule.isAddress && (!value.isEmpty || kept.rule.mayBeEmpty))
        if needsLook, !(kept.rule.isAddress && LinkResolver.isPlain(bytes.extracting(value))) {
            let text = text(bytes, attribute: kept.attribute)
            let shown = kept.rule.isStyle ? HTMLRules.safeStyle(text) : address(text)
            if kept.rule.isStyle, shown.isEmpty { return }
            return attribute(bytes, name: name, value: Array(shown.utf8))
        }
        if name == value || HTMLCleaner.signs.first(bytes.extracting(value), from: 0) != nil {
            return attribute(bytes, name: name, value: Array(text(bytes, attribute: kept.attribute).utf8))
        }
        putAttributeStart(bytes, name: name)
        put(bytes, part: value)
        put(.quote)
    }

    /// Returns the value of an attribute with references resolved; its name if it has no value.
    private func text(_ bytes: Span<UInt8>, attribute: HTMLTag.Attribute) -> String {
        if attribute.name == attribute.value { return bytes.text(attribute.name).lowercased() }
        var text: [UInt8] = []
        PlainText.decode(bytes.extracting(attribute.value), into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func address(_ value: String) -> String {
        guard output.count <= room else { return "" }
        return HTMLRules.safe(LinkResolver.resolve(value.trimmingBlanks, against: base))
    }

    private mutating func putAttributeStart(_ bytes: Span<UInt8>, name: Range<Int>) {
        put(.space)
        putName(bytes, name: name)
        put("=\"")
    }

    /// Writes an attribute whose value must be escaped.
    private mutating func attribute(_ bytes: Span<UInt8>, name: Range<Int>, value: [UInt8]) {
        putAttributeStart(bytes, name: name)
        let text = value.span
        var start = 0
        while let at = HTMLCleaner.signs.first(text, from: start) {
            put(text, part: start..<at)
            escape(text[at])
            start = at + 1
        }
        put(text, part: start..<text.count)
        put(.quote)
    }

    private mutating func escape(_ sign: UInt8) {
        switch sign {
        case .quote: put("&quot;")
        case .ampersand: put("&amp;")
        case .lessThan: put("&lt;")
        default: put("&gt;")
        }
    }

    private mutating func putName(_ bytes: Span<UInt8>, name: Range<Int>) {
        if HTMLCleaner.isLowercase(bytes, name: name) { return put(bytes, part: name) }
        for place in name { put(bytes[unchecked: place].lowercased) }
    }

    private mutating func put(_ bytes: Span<UInt8>, part: Range<Int>) {
        guard swallowed == 0 else { return }
        output.append(bytes.extracting(part))
    }

    private mutating func put(_ byte: UInt8) { if swallowed == 0 { output.append(byte) } }

    private mutating func put(_ text: StaticString) {
        guard swallowed == 0 else { return }
        unsafe output.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension HTMLTag.Attribute {
    /// Whether the attribute is written as it is: one space at an offset, `key="value"`, and a value that
    /// needs no escape and is no style, and no address but an absolute one of the web.
    fileprivate func isCanonical(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard name.lowerBound == start + 1, bytes[start] == .space, value.lowerBound == name.upperBound + 2,
            bytes[name.upperBound] == .equals, bytes[name.upperBound + 1] == .quote,
            HTMLCleaner.isLowercase(bytes, name: name)
        else { return false }
        let rule = HTMLRules.attribute(bytes.extracting(name))
        let text = bytes.extracting(value)
        return rule.isKept && !rule.isStyle && (!rule.isAddress || LinkResolver.isPlain(text))
            && HTMLCleaner.signs.first(text, from: 0) == nil
    }
}

extension Span<UInt8> {
    /// Whether one range comes before another by its bytes, ignoring the case of ASCII letters.
    fileprivate func orders(_ part: Range<Int>, before other: Range<Int>) -> Bool {
        for (left, right) in zip(part, other) {
            let one = self[left].lowercased
            let two = self[right].lowercased
            if one != two { return one < two }
        }
        return part.count < other.count
    }
}
