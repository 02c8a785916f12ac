import Decoding
import Records

/// A filter that repairs XML as published on the web so that an XML parser accepts it, slice by slice.
///
/// Escapes each `&` or `<` that begins nothing, replaces HTML's named characters, keeps other names as text
/// (no entity of a document is ever expanded), and removes control characters and everything before the first
/// tag. Text becomes a CDATA section from its second reference on: libxml2 takes 800 instructions for each
/// reference.
struct XMLRepair {
    enum State {
        case start
        /// Tags, and text with at most one reference.
        case content
        /// In a CDATA section that the repair opened, where all references are resolved.
        case resolvedText
        case section
        case comment
        case instruction
    }

    /// A kind of place in the content.
    private enum Place {
        /// It may be in a tag.
        case anywhere
        /// It is text, since the last tag is closed.
        case text
        /// It is text after a reference.
        case textWithReference
    }

    var state = State.start
    private var place = Place.anywhere
    /// The section that the repair opened.
    var resolved = XMLResolvedText()
    /// The bytes that may begin something longer.
    private var held: [UInt8] = []
    /// The number of line ends before the first tag, which are removed.
    private(set) var skippedLines = 0
    /// Whether tags are balanced, as in a feed, whose texts may be unescaped HTML.
    private let isBalancing: Bool
    private(set) var balance: XMLBalance
    /// The text before the first tag of the feed.
    private(set) var opening = FeedOpening()

    /// Creates a filter, which balances the tags of a feed or of a table, or passes all tags.
    init(balancing balance: XMLBalance? = nil) {
        isBalancing = balance != nil
        self.balance = balance ?? XMLBalance()
    }

    /// Returns the next slice repaired, as far as its meaning is clear.
    mutating func repaired(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        var input = held
        input.append(bytes)
        held = []
        var output: [UInt8] = []
        output.reserveCapacity(input.count + 64)
        var at = 0
        let span = input.span
        while at < span.count {
            guard let next = step(span, at: at, isLast: isLast, into: &output) else { break }
            at = next
        }
        held = Array(input[at...])
        if isLast, state == .resolvedText { closeSection(into: &output) }
        return output
    }

    /// Handles the bytes at an offset; `nil` if more bytes are needed.
    private mutating func step(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        switch state {
        case .start: return skipOpening(bytes, at: at, isLast: isLast)
        case .content: return content(bytes, at: at, isLast: isLast, into: &output)
        case .resolvedText: return resolve(bytes, at: at, isLast: isLast, into: &output)
        case .section: return pass(bytes, start: at, isLast: isLast, end: "]]>", into: &output)
        case .comment: return pass(bytes, start: at, isLast: isLast, end: "-->", into: &output)
        case .instruction: return pass(bytes, start: at, isLast: isLast, end: "?>", into: &output)
        }
    }

    private mutating func skipOpening(_ bytes: Span<UInt8>, at: Int, isLast: Bool) -> Int? {
        if bytes[at] == .newline { skippedLines += 1 }
        guard bytes[at] == .lessThan else {
            opening.skip(bytes[at])
            return at + 1
        }
        if isBalancing {
            guard let end = opening.tagEnd(bytes, at: at, isLast: isLast) else { return nil }
            if end > at { return end }
        }
        state = .content
        return at
    }

    private mutating func content(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        let end = plainEnd(bytes, start: at)
        output.append(bytes.extracting(at..<end))
        guard end < bytes.count else { return end }
        switch bytes[end] {
        case .lessThan:
            return open(bytes, at: end, isLast: isLast, into: &output) ?? (end > at ? end : nil)
        case .ampersand where place == .textWithReference:
            openSection(into: &output)
            return end
        case .ampersand:
            let next = reference(bytes, at: end, isLast: isLast, into: &output)
            if next != nil, place == .text { place = .textWithReference }
            return next ?? (end > at ? end : nil)
        default: return end + 1
        }
    }

    /// Returns the end of the content that is well-formed: what follows needs a closer look, or is a control
    /// character.
    private mutating func plainEnd(_ bytes: Span<UInt8>, start: Int) -> Int {
        var at = start
        while true {
            at = bytes.textEnd(from: at, or: .lessThan, .ampersand, .ampersand)
            guard at + 6 <= bytes.count else { return at }
            guard bytes[at] == .lessThan, bytes[at + 1] == .slash || bytes[at + 1].isLetter else { return at }
            let tag = XMLTagShape(bytes, at: at, isLast: false)
            if isBalancing {
                guard case .closed(let end) = tag, balance.follows(bytes, at..<end) else { return at }
            }
            guard let next = pass(tag, at: at) else { return at }
            at = next
        }
    }

    private mutating func open(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard at + 1 < bytes.count || isLast else { return nil }
        let next = at + 1 < bytes.count ? bytes[at + 1] : .space
        switch next {
        case .exclamationMark: return openDeclaration(bytes, at: at, isLast: isLast, into: &output)
        case .questionMark: state = .instruction
        case .slash, .colon, .underscore: return openTag(bytes, at: at, isLast: isLast, into: &output)
        case _ where next.isLetter || !next.isASCII:
            return openTag(bytes, at: at, isLast: isLast, into: &output)
        default:
            output.append(contentsOf: "&lt;".utf8)
            return at + 1
        }
        output.append(.lessThan)
        return at + 1
    }

    /// Handles a `<` before `!`: a CDATA section, a comment, or a declaration.
    private mutating func openDeclaration(
        _ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8]
    ) -> Int? {
        if bytes.count - at < 9, !isLast { return nil }
        if bytes.begins(with: "<!--", at: at) {
            state = .comment
            output.append(contentsOf: "<!--".utf8)
            return at + 4
        }
        if bytes.begins(with: "<![CDATA[", at: at) { state = .section }
        output.append(.lessThan)
        return at + 1
    }

    private mutating func openTag(
        _ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8]
    ) -> Int? {
        let tag = XMLTagShape(bytes, at: at, isLast: isLast)
        if tag == .endless {
            output.append(contentsOf: "&lt;".utf8)
            return at + 1
        }
        if case .unquoted(let end) = tag {
            let quoted = XMLQuotedTag.bytes(bytes, at..<end)
            place = .text
            write(quoted.span, 0..<quoted.count, into: &output)
            return end
        }
        if isBalancing, tag == .other {
            guard balance.follow(bytes, irregularAt: at, isLast: isLast, into: &output) else { return nil }
        }
        guard let next = pass(tag, at: at) else { return nil }
        if case .closed = tag {
            write(bytes, at..<next, into: &output)
        } else {
            output.append(.lessThan)
        }
        return next
    }

    /// Writes a complete tag, balanced in a feed.
    private mutating func write(_ bytes: Span<UInt8>, _ tag: Range<Int>, into output: inout [UInt8]) {
        if isBalancing {
            balance.change(bytes, tag, into: &output)
        } else {
            output.append(bytes.extracting(tag))
        }
    }

    /// Returns where the content goes on after a tag that needs no repair, or after the `<` of one that may;
    /// `nil` if it is neither.
    private mutating func pass(_ tag: XMLTagShape, at: Int) -> Int? {
        switch tag {
        case .closed(let end):
            place = .text
            return end
        case .other:
            place = .anywhere
            return at + 1
        case .unquoted, .endless, .unknown: return nil
        }
    }

    /// Copies to the end of a section, comment or instruction.
    private mutating func pass(
        _ bytes: Span<UInt8>, start: Int, isLast: Bool, end: StaticString, into output: inout [UInt8]
    ) -> Int? {
        var at = start
        let first = unsafe end.utf8Start[0]
        let length = end.utf8CodeUnitCount
        while at < bytes.count {
            at = bytes.textEnd(from: at, or: first, first, first)
            guard at < bytes.count, bytes[unchecked: at] == first else { break }
            if at + length > bytes.count, !isLast { break }
            if bytes.begins(with: end, at: at) {
                at += length
                state = .content
                break
            }
            at += 1
        }
        output.append(bytes.extracting(start..<at))
        if at < bytes.count, bytes[at].isControl { return at + 1 }
        return at == start ? nil : at
    }
}
