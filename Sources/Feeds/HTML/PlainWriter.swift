import CLanes
import Decoding
import Records

/// A writer of plain text into a sufficiently large buffer.
struct PlainWriter {
    let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var search = TagSearch()
    /// The open lists: the number of the next item, or `nil` if the items have none.
    private var lists: [Int?] = []
    /// The range of the number or bullet that nothing follows yet.
    private var marker = 0..<0
    /// The number of open elements in which white space counts.
    private var preformatted = 0
    private static let deepest = 64
    /// The greatest number of an item, so that none is longer than twice its tag.
    private static let greatest = 9999

    init(start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    mutating func write(_ html: Span<UInt8>) {
        var at = 0
        while at < html.count {
            at = preformatted > 0 ? copyLines(html, from: at) : copy(html, from: at)
            guard at < html.count else { break }
            switch html[unchecked: at] {
            case .lessThan: at = markup(html, at: at)
            case .ampersand: at = reference(html, at: at)
            case let byte:
                if !byte.isWhitespace { put(byte) } else if !isAtBlank { put(.space) }
                at += 1
            }
        }
    }

    /// Copies words with single blanks between them.
    private mutating func copy(_ html: Span<UInt8>, from: Int) -> Int {
        var at = from
        var blank: UInt16 = isAtBlank ? 1 : 0
        while html.count - at >= 16 {
            let lane = unsafe html.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: lane, as: SIMD16<UInt8>.self)
            let blanks = lane16_any(lane, .space, .space, .space)
            let marks =
                lane16_any(lane, .lessThan, .ampersand, .ampersand) | lane16_below_space(lane)
                | (blanks & (blanks << 1 | blank))
            let plain = min(16, marks.trailingZeroBitCount)
            at += plain
            count += plain
            if plain < 16 { return at }
            blank = blanks >> 15
        }
        while at < html.count, html[unchecked: at] > .space, html[unchecked: at] != .lessThan,
            html[unchecked: at] != .ampersand
        {
            put(html[unchecked: at])
            at += 1
        }
        return at
    }

    /// Copies text with its white space.
    private mutating func copyLines(_ html: Span<UInt8>, from: Int) -> Int {
        var at = from
        while at < html.count, html[unchecked: at] != .lessThan, html[unchecked: at] != .ampersand {
            if html[unchecked: at] != .carriageReturn { put(html[unchecked: at]) }
            at += 1
        }
        return at
    }

    /// Whether a blank here would follow another one or begin a line.
    private var isAtBlank: Bool {
        guard count > 0 else { return true }
        let last = unsafe start[count - 1]
        return last == .space || last == .newline
    }

    private mutating func markup(_ html: Span<UInt8>, at: Int) -> Int {
        if let tag = search.plainTag(html, at: at) { return write(html, tag, at: at) }
        if let end = search.commentEnd(html, at: at) { return end }
        guard let tag = search.tag(html, at: at) else {
            put(.lessThan)
            return at + 1
        }
        return write(html, tag, at: at)
    }

    /// Writes what a tag stands for, and returns the offset at which the text continues.
    private mutating func write(_ html: Span<UInt8>, _ tag: HTMLTag, at: Int) -> Int {
        let element = HTMLRules.element(html.extracting(tag.name))
        if element.isBlock { breakLine(endsItem: element.role.isOfList) }
        switch element.role {
        case .none: break
        case .image: image(html, tag, at: at)
        case .preformatted: return preformat(html, tag)
        case .raised, .lowered: return tag.isEnd ? tag.next : script(html, tag, element.role)
        default: list(html, tag, at: at, role: element.role)
        }
        return tag.next
    }

    /// Begins or ends preformatted text, whose first line end does not count.
    private mutating func preformat(_ html: Span<UInt8>, _ tag: HTMLTag) -> Int {
        preformatted = tag.isEnd ? max(0, preformatted - 1) : min(PlainWriter.deepest, preformatted + 1)
        let isLineEnd = !tag.isEnd && tag.next < html.count && html[unchecked: tag.next] == .newline
        return isLineEnd ? tag.next + 1 : tag.next
    }

    /// Writes digits that are all of an element as superscripts or subscripts, and returns the offset at
    /// which the text continues.
    private mutating func script(_ html: Span<UInt8>, _ tag: HTMLTag, _ role: MarkupLayout.Role) -> Int {
        var end = tag.next
        while end < html.count, html[unchecked: end].isDigit || html[end] == .plus || html[end] == .hyphen {
            end += 1
        }
        guard end + 1 < html.count, html[end] == .lessThan, html[end + 1] == .slash,
            let text = MarkupLayout.script(html.text(tag.next..<end), role)
        else { return tag.next }
        for byte in text.utf8 { put(byte) }
        return end
    }

    /// Begins or ends a list, or begins an item with its number or a bullet.
    private mutating func list(_ html: Span<UInt8>, _ tag: HTMLTag, at: Int, role: MarkupLayout.Role) {
        guard role != .item else {
            if !tag.isEnd { item(html, at: at) }
            return
        }
        guard !tag.isEnd else {
            _ = lists.popLast()
            return
        }
        guard lists.count < PlainWriter.deepest else { return }
        lists.append(role == .orderedList ? PlainWriter.number("start", html, at: at) ?? 1 : nil)
    }

    private mutating func item(_ html: Span<UInt8>, at: Int) {
        let start = count
        if case .some(.some(let next)) = lists.last {
            let number = PlainWriter.number("value", html, at: at) ?? next
            lists[lists.count - 1] = min(number + 1, PlainWriter.greatest)
            for byte in String(number).utf8 { put(byte) }
            put(.period)
        } else {
            for byte in MarkupLayout.bullet.utf8 { put(byte) }
        }
        put(.space)
        marker = start..<count
    }

    /// Returns the number in an attribute of a tag; `nil` if there is none that is used.
    private static func number(_ name: StaticString, _ html: Span<UInt8>, at: Int) -> Int? {
        guard let value = HTMLTag.value(of: name, html, at: at), let number = Int(value) else { return nil }
        return 0...greatest ~= number ? number : nil
    }

    /// Writes the text of an image that stands for a sign, such as an emoji.
    private mutating func image(_ html: Span<UInt8>, _ tag: HTMLTag, at: Int) {
        guard PlainWriter.mayHaveSign(html.extracting(at..<tag.next)),
            let text = HTMLTag.value(of: "alt", html, at: at), MarkupLayout.isSign(text)
        else { return }
        for byte in text.utf8 { put(byte) }
    }

    /// Whether a tag has a character beyond ASCII, or a reference to one, as the text of a sign has.
    private static func mayHaveSign(_ tag: Span<UInt8>) -> Bool {
        for index in 0..<tag.count {
            let byte = tag[unchecked: index]
            if !byte.isASCII || byte == .ampersand { return true }
        }
        return false
    }

    /// Ends the line, unless it has only the marker of an item, which stays with the block that follows, or
    /// is left out if the item ends.
    private mutating func breakLine(endsItem: Bool) {
        if count == marker.upperBound, !marker.isEmpty {
            guard endsItem else { return }
            count = marker.lowerBound
        }
        while count > 0, unsafe start[count - 1] == .space { count -= 1 }
        if count > 0, unsafe start[count - 1] != .newline { put(.newline) }
    }

    /// Writes the character of a reference, or its `&`, and returns the offset at which the text continues.
    private mutating func reference(_ html: Span<UInt8>, at: Int) -> Int {
        guard let (scalar, next) = CharacterReference.read(html, at: at) else {
            put(.ampersand)
            return at + 1
        }
        for byte in UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter { put(byte) }
        return next
    }

    private mutating func put(_ byte: UInt8) {
        unsafe start[count] = byte
        count += 1
    }
}

extension MarkupLayout.Role {
    /// Whether it is that of a list or of an item; a `switch`, because `==` of another module is a call.
    fileprivate var isOfList: Bool {
        switch self {
        case .list, .orderedList, .item: true
        default: false
        }
    }
}
