import Decoding
import Records

/// The open elements of a feed, which keep its tags in balance.
///
/// A void element of HTML does not open, the end of an element closes all that is open in it, an entry that
/// begins closes the one before, and the end of an element that is not open is left out. Without this, each
/// element of unescaped HTML that is never closed moves the ends of all that follow: the next entries become
/// text of the first one.
struct XMLBalance {
    /// The number of elements that were closed for want of an end, and the name of the first.
    private var unclosed: (count: Int, first: String?) = (0, nil)
    /// The number of ends without an element, and the name of the first.
    private var unopened: (count: Int, first: String?) = (0, nil)
    /// The names of the open elements, one after the other, the outermost first.
    private var names: [UInt8] = []
    /// The offset of each name.
    private var starts: [Int] = []
    /// The names of the rows of a table, which have the place of entries; empty for a feed.
    private let rows: [[UInt8]]
    /// The place of the open entry among the open elements; `nil` outside entries.
    private var entry: Int?
    /// Whether the innermost element is a void one that the next tag closes.
    private var hasOpenVoid = false
    /// The number of start tags whose end could not be found; as many unknown end tags pass.
    private var unknown = 0
    /// The maximum depth to balance; libxml2 gives up before that.
    private static let greatestDepth = 1024

    /// Creates the open elements of a feed, or of a table whose rows have some names.
    init(rows: [String] = []) { self.rows = rows.map { Array($0.utf8) } }

    /// The remarks on what was out of balance.
    var notes: [String] {
        [
            unclosed.first.map {
                "elements without an end: \(unclosed.count), first <\($0)>; each ends with its parent"
            },
            unopened.first.map { "ends without an element: \(unopened.count), first </\($0)>; left out" },
        ].compactMap(\.self)
    }

    private var isOff: Bool { starts.count > XMLBalance.greatestDepth }

    /// Follows a complete tag, from its `<` to behind its `>`, that needs no change.
    ///
    /// - Returns: Whether it needs none; otherwise `change` follows it.
    @inline(__always)
    mutating func follows(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> Bool {
        if hasOpenVoid { return false }
        if bytes[unchecked: tag.lowerBound &+ 1] == .slash { return followsEnd(bytes, tag.lowerBound &+ 2) }
        if bytes[unchecked: tag.upperBound &- 2] == .slash { return true }
        let name = tag.lowerBound &+ 1..<bytes.nameEnd(from: tag.lowerBound &+ 1)
        if isVoid(bytes, name) { return false }
        if isEntry(bytes, name) {
            if entry != nil { return false }
            entry = starts.count
        }
        push(bytes, name)
        return true
    }

    @inline(__always)
    private mutating func followsEnd(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        guard let top = starts.last, bytes.hasName(names, from: top, at: start) else { return false }
        pop()
        return true
    }

    /// Follows a complete tag, and writes it with what balances it.
    mutating func change(_ bytes: Span<UInt8>, _ tag: Range<Int>, into output: inout [UInt8]) {
        if closesVoid(bytes, tag.lowerBound, into: &output) { return output.append(bytes.extracting(tag)) }
        if follows(bytes, tag) { return output.append(bytes.extracting(tag)) }
        if bytes[tag.lowerBound + 1] == .slash { return closeElement(bytes, tag, into: &output) }
        let name = tag.lowerBound + 1..<bytes.nameEnd(from: tag.lowerBound + 1)
        if isVoid(bytes, name) {
            output.append(bytes.extracting(tag.dropLast()))
            output.append(contentsOf: "/>".utf8)
        } else {
            openEntry(bytes, name, into: &output)
            output.append(bytes.extracting(tag))
        }
    }

    /// Tracks a tag with references or faults; only its `<` is about to be written.
    ///
    /// - Returns: Whether it was tracked; `false` if more bytes are needed.
    mutating func follow(_ bytes: Span<UInt8>, irregularAt at: Int, isLast: Bool, into output: inout [UInt8])
        -> Bool
    {
        if isOff { return true }
        guard at + 1 < bytes.count, bytes[at + 1] != .slash else { return true }
        let end = bytes.irregularTagEnd(from: at + 1)
        if end == bytes.count, !isLast { return false }
        _ = closesVoid(bytes, at, into: &output)
        guard end < bytes.count, bytes[end] == .greaterThan else {
            unknown += 1
            return true
        }
        if bytes[end - 1] == .slash { return true }
        let name = at + 1..<bytes.nameEnd(from: at + 1)
        if isEntry(bytes, name) { openEntry(bytes, name, into: &output) } else { push(bytes, name) }
        hasOpenVoid = isVoid(bytes, name)
        return true
    }
}

extension XMLBalance {
    /// Whether a name is that of an element of HTML without content, which only feeds contain.
    @inline(__always)
    private func isVoid(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        rows.isEmpty && bytes.isVoid(name)
    }

    @inline(__always)
    private func isEntry(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        rows.isEmpty ? bytes.isEntry(name) : isRow(bytes, name)
    }

    private func isRow(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        let own = name.map { bytes[$0] }
        return rows.contains(own)
    }

    private mutating func push(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        if isOff { return }
        starts.append(names.count)
        for at in name { names.append(bytes[unchecked: at]) }
    }

    private mutating func pop() {
        guard let start = starts.popLast() else { return }
        names.removeLast(names.count - start)
        if entry == starts.count { entry = nil }
    }

    /// Closes a void element before another tag than its own end.
    ///
    /// - Returns: Whether the tag is its own end.
    private mutating func closesVoid(_ bytes: Span<UInt8>, _ tag: Int, into output: inout [UInt8]) -> Bool {
        guard hasOpenVoid, let top = starts.last else { return false }
        hasOpenVoid = false
        let isOwn = bytes[tag + 1] == .slash && bytes.hasName(names, from: top, at: tag + 2)
        if isOwn { pop() } else { writeEnd(into: &output) }
        return isOwn
    }

    /// Writes the end of the innermost element.
    private mutating func writeEnd(into output: inout [UInt8]) {
        output.append(contentsOf: "</".utf8)
        output += names[(starts.last ?? names.count)...]
        output.append(.greaterThan)
        pop()
    }

    /// Closes elements that lack an end until some are open.
    private mutating func close(downTo count: Int, into output: inout [UInt8]) {
        while starts.count > count {
            unclosed.count += 1
            let name = names[(starts.last ?? names.count)...]
            unclosed.first = unclosed.first ?? String(decoding: name, as: UTF8.self)
            writeEnd(into: &output)
        }
    }

    /// Opens an entry, and closes the one that is open, unless that one contains it.
    private mutating func openEntry(_ bytes: Span<UInt8>, _ name: Range<Int>, into output: inout [UInt8]) {
        guard !isInsideEntry else { return push(bytes, name) }
        if let entry { close(downTo: entry, into: &output) }
        entry = starts.count
        push(bytes, name)
    }

    /// Whether the place is in a part of the open entry that may contain entries: content of Atom, or an element
    /// of a vocabulary that feeds do not use. In any other element, the end of that one is missing.
    private var isInsideEntry: Bool {
        guard let entry, starts.count > entry + 1 else { return false }
        let isContent = name(at: starts.count - 1).elementsEqual("content".utf8)
        return isContent || (entry + 1..<starts.count).contains { isOfUnusualVocabulary(name(at: $0)) }
    }

    private func isOfUnusualVocabulary(_ name: ArraySlice<UInt8>) -> Bool {
        guard let colon = name.firstIndex(of: .colon) else { return false }
        return !FeedNames.usualPrefixes.contains(String(decoding: name[..<colon], as: UTF8.self))
    }

    private mutating func closeElement(_ bytes: Span<UInt8>, _ tag: Range<Int>, into output: inout [UInt8]) {
        let name = tag.lowerBound + 2..<bytes.nameEnd(from: tag.lowerBound + 2)
        if let place = place(of: bytes, name) {
            close(downTo: place + 1, into: &output)
            return writeEnd(into: &output)
        }
        if isOff || unknown > 0 {
            unknown = max(0, unknown - 1)
            return output.append(bytes.extracting(tag))
        }
        guard !isVoid(bytes, name) else { return }
        unopened.count += 1
        unopened.first = unopened.first ?? bytes.text(name)
    }

    /// Returns the place of the innermost open element with a name; if there is none, that of one whose name
    /// differs in case only.
    private func place(of bytes: Span<UInt8>, _ name: Range<Int>) -> Int? {
        let own = name.map { bytes[$0] }
        let lower = own.map(\.lowercased)
        return starts.indices.last { self.name(at: $0).elementsEqual(own) }
            ?? starts.indices.last { self.name(at: $0).lazy.map(\.lowercased).elementsEqual(lower) }
    }

    private func name(at place: Int) -> ArraySlice<UInt8> {
        names[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : names.count)]
    }
}

extension Span<UInt8> {
    /// Returns the end of the name that begins at an offset.
    fileprivate func nameEnd(from start: Int) -> Int {
        var at = start
        while at < count, self[unchecked: at] > .space, self[unchecked: at] != .slash,
            self[unchecked: at] != .greaterThan
        {
            at &+= 1
        }
        return at
    }

    /// Whether the name from an offset of some names on stands at an offset, and ends there.
    @inline(__always)
    fileprivate func hasName(_ names: [UInt8], from start: Int, at offset: Int) -> Bool {
        let end = offset &+ (names.count &- start)
        guard end < count, self[unchecked: end] <= .space || self[unchecked: end] == .greaterThan else {
            return false
        }
        let own = names.span
        var at = offset
        while at < end {
            if self[unchecked: at] != own[unchecked: start &+ at &- offset] { return false }
            at &+= 1
        }
        return true
    }

    /// Whether a name is that of an element of HTML that has no content.
    ///
    /// Source: HTML Living Standard, 13.1.2: void elements, without those that feeds use as well.
    fileprivate func isVoid(_ name: Range<Int>) -> Bool {
        switch name.count {
        case 2: isWord("br", name) || isWord("hr", name)
        case 3: isWord("img", name) || isWord("wbr", name)
        case 5: isWord("input", name) || isWord("embed", name)
        default: false
        }
    }

    /// Whether a name is that of an entry in any format of feeds.
    @inline(__always)
    fileprivate func isEntry(_ name: Range<Int>) -> Bool {
        switch name.count {
        case 4: isWord("item", name)
        case 5: isWord("entry", name)
        default: false
        }
    }

    /// Whether a name is a word of the same length in lower case, ignoring its own case.
    @inline(__always)
    private func isWord(_ word: StaticString, _ name: Range<Int>) -> Bool {
        var at = name.lowerBound
        while at < name.upperBound {
            if unsafe self[unchecked: at] | .caseBit != word.utf8Start[at &- name.lowerBound] { return false }
            at &+= 1
        }
        return true
    }

    /// Returns the offset of the `>` outside of quotes that ends a tag, or of a `<` before; if there is
    /// neither, the number of bytes, or an offset within the tag if it is very long.
    fileprivate func irregularTagEnd(from start: Int) -> Int {
        var quote: UInt8?
        var at = start
        let limit = Swift.min(count, start + 65_536)
        while at < limit {
            let byte = self[unchecked: at]
            if byte == .lessThan || byte == .greaterThan && quote == nil { break }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == .quote || byte == .apostrophe {
                quote = byte
            }
            at += 1
        }
        return at
    }
}
