/// Makes markup safe to show: what `HTMLRules` do not allow goes, addresses become absolute.
///
/// Text and references stay as they are; comments go; tags are written anew, attributes sorted.
struct HTMLCleaner {
    /// An attribute that stays.
    private struct Kept {
        let attribute: HTMLTag.Attribute
        let rule: HTMLRules.Attribute
    }

    private let base: String?
    private var output: [UInt8] = []
    /// How many elements are open that go with all that they hold.
    private var swallowed = 0
    /// The attributes of a tag; room that is used again for the next.
    private var found: [HTMLTag.Attribute] = []
    private var kept: [Kept] = []

    private init(base: String?) { self.base = base }

    /// The markup cleaned, without blanks at its ends.
    static func clean(_ html: Span<UInt8>, base: String?) -> [UInt8] {
        var cleaner = HTMLCleaner(base: base)
        cleaner.output.reserveCapacity(html.count + 16)
        cleaner.run(html)
        let part = cleaner.output.span.trimmed(0..<cleaner.output.count)
        return part.count == cleaner.output.count ? cleaner.output : Array(cleaner.output[part])
    }

    private mutating func run(_ bytes: Span<UInt8>) {
        var at = 0
        while at < bytes.count {
            let end = HTMLCleaner.marks.first(bytes, from: at) ?? bytes.count
            put(bytes, at..<end)
            at = end
            if at < bytes.count { at = special(bytes, at) }
        }
    }

    /// What is more than text: tags, references, line ends.
    private static let marks = ByteMarks(0x3C, 0x26, 0x0D, 0x0D)
    /// What cannot stand in an attribute.
    private static let signs = ByteMarks(0x22, 0x26, 0x3C, 0x3E)

    /// Takes what begins with a mark and gives where the text goes on.
    private mutating func special(_ bytes: Span<UInt8>, _ at: Int) -> Int {
        switch bytes[at] {
        case 0x3C:
            if let next = markup(bytes, at) { return next }
            put("&lt;")
        case 0x26:
            if let next = quote(bytes, at) { return next }
            put(0x26)
        default: if at + 1 == bytes.count || bytes[at + 1] != 0x0A { put(0x0A) }
        }
        return at + 1
    }

    /// Takes a quote or apostrophe that is written as a number; `nil` when none is.
    private mutating func quote(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        guard at + 5 <= bytes.count, bytes[at + 1] == 0x23, bytes[at + 2] == 0x33, bytes[at + 4] == 0x3B,
            bytes[at + 3] == 0x39 || bytes[at + 3] == 0x34
        else { return nil }
        put(bytes[at + 3] == 0x39 ? 0x27 : 0x22)
        return at + 5
    }

    /// Takes a tag or a comment; `nil` when the `<` is text.
    private mutating func markup(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        if let end = HTMLCleaner.commentEnd(bytes, at) { return end }
        guard let tag = HTMLTag(bytes, at: at, attributes: &found) else { return nil }
        let element = HTMLRules.element(bytes.extracting(tag.name))
        if element.isSwallowed {
            swallowed = max(0, swallowed + (tag.isEnd ? -1 : 1))
        } else if swallowed == 0, element.isKept {
            if !element.isVoid, HTMLCleaner.isShort(bytes, tag, at) {
                put(bytes, at..<tag.next)
                return tag.next
            }
            if tag.isEnd { close(bytes, tag, element) } else { open(bytes, tag, element) }
        }
        return tag.next
    }

    /// Whether nothing but the name in small letters stands in a tag.
    private static func isShort(_ bytes: Span<UInt8>, _ tag: HTMLTag, _ at: Int) -> Bool {
        guard tag.next == tag.name.upperBound + 1 else { return false }
        for place in tag.name where bytes[unchecked: place] &- 0x41 < 26 { return false }
        return true
    }

    /// Behind `<!…>`, `<!--…-->`, `<?…>`; `nil` when none begins here.
    static func commentEnd(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        guard at + 2 < bytes.count, bytes[at + 1] == 0x21 || bytes[at + 1] == 0x3F else { return nil }
        let first = bytes[at + 2]
        guard first == 0x2D || first == 0x5B || 0x61...0x7A ~= first | 0x20 else { return nil }
        let isComment = at + 3 < bytes.count && bytes[at + 2] == 0x2D && bytes[at + 3] == 0x2D
        var end = at + 2
        while end < bytes.count {
            if bytes[end] == 0x3E,
                !isComment || (end >= at + 6 && bytes[end - 1] == 0x2D && bytes[end - 2] == 0x2D)
            {
                return end + 1
            }
            end += 1
        }
        return isComment ? bytes.count : nil
    }
}

extension HTMLCleaner {
    private mutating func close(_ bytes: Span<UInt8>, _ tag: HTMLTag, _ element: HTMLRules.Element) {
        guard !element.isVoid else { return }
        put("</")
        putName(bytes, tag.name)
        put(0x3E)
    }

    private mutating func open(_ bytes: Span<UInt8>, _ tag: HTMLTag, _ element: HTMLRules.Element) {
        put(0x3C)
        putName(bytes, tag.name)
        if !found.isEmpty {
            sortKept(bytes)
            for index in kept.indices { attribute(bytes, kept[index]) }
        }
        put(element.isVoid ? " />" : ">")
    }

    /// Finds the attributes that stay, sorted by name; of two of one name the first.
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
            if !isSecond { kept.insert(Kept(attribute: attribute, rule: rule), at: place) }
        }
    }

    private mutating func attribute(_ bytes: Span<UInt8>, _ kept: Kept) {
        let (name, value) = (kept.attribute.name, kept.attribute.value)
        let needsLook = kept.rule.isStyle || (kept.rule.isAddress && (!value.isEmpty || kept.rule.mayBeEmpty))
        if needsLook, !(kept.rule.isAddress && WebAddress.isPlain(bytes.extracting(value))) {
            let text = text(bytes, kept.attribute)
            let shown = kept.rule.isStyle ? HTMLRules.safeStyle(text) : address(text)
            if kept.rule.isStyle, shown.isEmpty { return }
            return attribute(bytes, name, Array(shown.utf8))
        }
        if name == value || HTMLCleaner.signs.first(bytes.extracting(value), from: 0) != nil {
            return attribute(bytes, name, Array(text(bytes, kept.attribute).utf8))
        }
        begin(bytes, name)
        put(bytes, value)
        put(0x22)
    }

    /// The value of an attribute, references in it resolved; its name when it has none.
    private func text(_ bytes: Span<UInt8>, _ attribute: HTMLTag.Attribute) -> String {
        if attribute.name == attribute.value { return bytes.text(attribute.name).lowercased() }
        var text: [UInt8] = []
        PlainText.decode(bytes.extracting(attribute.value), into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func address(_ value: String) -> String {
        HTMLRules.safe(WebAddress.resolve(value.trimmingBlanks, against: base))
    }

    private mutating func begin(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        put(0x20)
        putName(bytes, name)
        put("=\"")
    }

    /// Writes an attribute whose value must be escaped.
    private mutating func attribute(_ bytes: Span<UInt8>, _ name: Range<Int>, _ value: [UInt8]) {
        begin(bytes, name)
        for byte in value {
            switch byte {
            case 0x22: put("&quot;")
            case 0x26: put("&amp;")
            case 0x3C: put("&lt;")
            case 0x3E: put("&gt;")
            default: put(byte)
            }
        }
        put(0x22)
    }

    private mutating func putName(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        for place in name { put(bytes[unchecked: place].lowercased) }
    }

    private mutating func put(_ bytes: Span<UInt8>, _ part: Range<Int>) {
        guard swallowed == 0 else { return }
        bytes.extracting(part).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
    }

    private mutating func put(_ byte: UInt8) { if swallowed == 0 { output.append(byte) } }

    private mutating func put(_ text: StaticString) {
        guard swallowed == 0 else { return }
        unsafe output.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension Span<UInt8> {
    /// Whether one part comes before another by its bytes, capitals of ASCII taken as small letters.
    fileprivate func orders(_ part: Range<Int>, before other: Range<Int>) -> Bool {
        for (left, right) in zip(part, other) {
            let (one, two) = (self[left].lowercased, self[right].lowercased)
            if one != two { return one < two }
        }
        return part.count < other.count
    }
}
