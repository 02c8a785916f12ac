/// Makes markup safe to show: what `HTMLRules` do not allow goes, addresses become absolute.
///
/// Text and references stay as they are; comments go; tags are written anew, attributes sorted.
struct HTMLCleaner {
    private let base: String?
    private var output: [UInt8] = []
    /// How many elements are open that go with all that they hold.
    private var swallowed = 0

    private init(base: String?) { self.base = base }

    /// The markup cleaned, without blanks at its ends.
    static func clean(_ html: String, base: String?) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x0D || $0 == 0x26 }) else {
            return html.trimmingBlanks
        }
        var cleaner = HTMLCleaner(base: base)
        let bytes = Array(html.utf8)
        cleaner.run(bytes.span)
        return cleaner.output.span.trimmedText
    }

    private mutating func run(_ bytes: Span<UInt8>) {
        var at = 0
        while at < bytes.count {
            let end = HTMLCleaner.marks.first(bytes, from: at) ?? bytes.count
            if swallowed == 0 {
                bytes.extracting(at..<end).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            }
            at = end
            if at < bytes.count { at = special(bytes, at) }
        }
    }

    /// What is more than text: tags, references, line ends.
    private static let marks = ByteMarks(0x3C, 0x26, 0x0D, 0x0D)

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
        guard let tag = HTMLTag(bytes, at: at) else { return nil }
        let element = HTMLRules.element(tag.name)
        if element.isSwallowed {
            swallowed = max(0, swallowed + (tag.isEnd ? -1 : 1))
        } else if swallowed == 0, element.isKept {
            if tag.isEnd { close(tag, element) } else { open(tag, element) }
        }
        return tag.next
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

    private mutating func close(_ tag: HTMLTag, _ element: HTMLRules.Element) {
        guard !element.isVoid else { return }
        put("</")
        put(tag.name)
        put(0x3E)
    }

    private mutating func open(_ tag: HTMLTag, _ element: HTMLRules.Element) {
        put(0x3C)
        put(tag.name)
        for (name, value) in tag.sorted {
            let rule = HTMLRules.attribute(name)
            if name == "style" {
                let style = HTMLRules.safeStyle(value)
                if !style.isEmpty { attribute(name, style) }
            } else if rule.isKept {
                // An empty address names another resource only in a link.
                let isAddress = rule.isAddress && (!value.isEmpty || name == "href")
                attribute(name, isAddress ? address(value) : value)
            }
        }
        put(element.isVoid ? " />" : ">")
    }

    private func address(_ value: String) -> String {
        HTMLRules.safe(WebAddress.resolve(value.trimmingBlanks, against: base))
    }

    private mutating func attribute(_ name: String, _ value: String) {
        put(0x20)
        put(name)
        put("=\"")
        guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else {
            put(value)
            return put(0x22)
        }
        for byte in value.utf8 {
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

    private mutating func put(_ byte: UInt8) { if swallowed == 0 { output.append(byte) } }

    private mutating func put(_ text: String) { if swallowed == 0 { output.append(contentsOf: text.utf8) } }
}
