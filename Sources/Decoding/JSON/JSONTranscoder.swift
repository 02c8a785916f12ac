import Records

/// Copies an element of a document into canonical form byte by byte, without making values of it.
///
/// What is rare it leaves to `RecordRules.read`, which gives the same: escaped names, names that stand twice,
/// fields that are not of their type, faults.
struct JSONTranscoder {
    /// One member that was written.
    private struct Member {
        /// Its name in the source, without quotes.
        let name: Range<Int>
        /// The comma, the name and the value in the output.
        let place: Range<Int>
    }

    private enum Outcome {
        case written
        /// Null or blank: an object does not have it.
        case absent
        case failed
    }

    /// The fields at the top whose texts are wanted.
    private let wanted: [[UInt8]]
    /// The fields at the top that must be numbers.
    private let numbers: [[UInt8]]
    private var out = RowText()
    private var sorted = RowText()
    private var at = 0
    private var members: [Member] = []
    /// The texts of the wanted fields; `nil` for those that are absent or no text.
    private(set) var texts: [String?]

    /// - Returns: `nil` when the rules ask for more than copying.
    init?(_ rules: RecordRules) {
        var numbers: [String] = []
        for field in rules.ruled {
            let rule = rules.rule(for: field)
            guard rule.isNumber, FieldPath(field).isName else { return nil }
            numbers.append(field)
        }
        let fields = rules.read
        guard !rules.omitsSome, fields.allSatisfy({ FieldPath($0).isName }) else { return nil }
        wanted = fields.map { Array($0.utf8) }
        self.numbers = numbers.map { Array($0.utf8) }
        texts = [String?](repeating: nil, count: fields.count)
    }

    /// Copies the object that begins at a place.
    ///
    /// - Parameters:
    ///   - bytes: The text, of which the end may not have come yet.
    ///   - start: Where the object begins.
    /// - Returns: Its canonical form and its end; `nil` when it is not complete or must be read otherwise.
    mutating func copy(_ bytes: Span<UInt8>, from start: Int) -> (data: [UInt8], end: Int)? {
        out.begin(atMost: 2 * (bytes.count - start) + 16)
        at = start
        members.removeAll(keepingCapacity: true)
        for index in texts.indices { texts[index] = nil }
        return object(bytes, 1) ? (out.bytes, at) : nil
    }

    private mutating func object(_ bytes: Span<UInt8>, _ depth: Int) -> Bool {
        guard depth <= JSON.maximumDepth else { return false }
        let (start, first) = (out.count, members.count)
        at += 1
        if !take(0x7D, bytes) {
            repeat {
                guard member(bytes, depth) else { return false }
            } while take(0x2C, bytes)
            guard take(0x7D, bytes) else { return false }
        }
        guard sort(bytes, first, from: start) else { return false }
        if out.count == start { out.put(0x7B) } else { out.set(0x7B, at: start) }
        out.put(0x7D)
        members.removeSubrange(first...)
        return true
    }

    private mutating func member(_ bytes: Span<UInt8>, _ depth: Int) -> Bool {
        skipBlanks(bytes)
        guard at < bytes.count, bytes[unchecked: at] == 0x22 else { return false }
        let name = at + 1
        let end = JSONTranscoder.plainEnd(bytes, from: name)
        guard end < bytes.count, bytes[unchecked: end] == 0x22 else { return false }
        let start = out.count
        out.put(0x2C)
        out.literal(bytes.extracting(unchecked: name - 1..<end + 1))
        out.put(0x3A)
        at = end + 1
        guard take(0x3A, bytes) else { return false }
        skipBlanks(bytes)
        let value = out.count
        let isNumber = depth == 1 && JSONTranscoder.contains(numbers, bytes, name..<end) != nil
        switch isNumber ? number(bytes) : self.value(bytes, depth) {
        case .failed: return false
        case .absent: out.truncate(to: start)
        case .written:
            if depth == 1, let index = JSONTranscoder.contains(wanted, bytes, name..<end) {
                texts[index] = text(value)
            }
            members.append(Member(name: name..<end, place: start..<out.count))
        }
        return true
    }

    private mutating func value(_ bytes: Span<UInt8>, _ depth: Int) -> Outcome {
        guard at < bytes.count else { return .failed }
        switch bytes[unchecked: at] {
        case 0x22: return string(bytes)
        case 0x7B: return object(bytes, depth + 1) ? .written : .failed
        case 0x5B: return array(bytes, depth + 1) ? .written : .failed
        case 0x74: return word("true", bytes) ? .written : .failed
        case 0x66: return word("false", bytes) ? .written : .failed
        case 0x6E: return word("null", bytes) ? .absent : .failed
        default: return literal(bytes)
        }
    }

    private mutating func array(_ bytes: Span<UInt8>, _ depth: Int) -> Bool {
        guard depth <= JSON.maximumDepth else { return false }
        at += 1
        out.put(0x5B)
        if !take(0x5D, bytes) {
            var isFirst = true
            repeat {
                if !isFirst { out.put(0x2C) }
                isFirst = false
                skipBlanks(bytes)
                let start = at
                switch value(bytes, depth) {
                case .failed: return false
                // Elements keep their place.
                case .absent: out.literal(bytes.extracting(unchecked: start..<at))
                case .written: break
                }
            } while take(0x2C, bytes)
            guard take(0x5D, bytes) else { return false }
        }
        out.put(0x5D)
        return true
    }

    private mutating func string(_ bytes: Span<UInt8>) -> Outcome {
        let start = at + 1
        let end = JSONTranscoder.plainEnd(bytes, from: start)
        guard end < bytes.count else { return .failed }
        if bytes[unchecked: end] == 0x22 {
            at = end + 1
            guard !bytes.trimmed(start..<end).isEmpty else { return .absent }
            out.literal(bytes.extracting(unchecked: start - 1..<end + 1))
            return .written
        }
        var scanner = JSONScanner(at: at)
        // A fault is told of by the one that reads it again.
        guard let text = try? scanner.string(bytes) else { return .failed }
        let plain = Array(text.utf8)
        // A blank one that was escaped may stand in an array, where it stays.
        guard !plain.span.trimmed(0..<plain.count).isEmpty else { return .failed }
        at = scanner.offset
        out.string(plain.span, 0..<plain.count)
        return .written
    }

    private mutating func literal(_ bytes: Span<UInt8>) -> Outcome {
        var scanner = JSONScanner(at: at)
        guard let place = try? scanner.number(bytes) else { return .failed }
        at = place.upperBound
        out.literal(bytes.extracting(unchecked: place))
        return .written
    }

    /// A number, also in a string.
    private mutating func number(_ bytes: Span<UInt8>) -> Outcome {
        guard at < bytes.count, bytes[unchecked: at] == 0x22 else {
            let outcome = value(bytes, 1)
            return out.isDigit ? outcome : outcome == .absent ? .absent : .failed
        }
        let end = JSONTranscoder.plainEnd(bytes, from: at + 1)
        guard end < bytes.count, bytes[unchecked: end] == 0x22 else { return .failed }
        let place = bytes.trimmed(at + 1..<end)
        at = end + 1
        guard !place.isEmpty else { return .absent }
        guard FieldType.isLiteral(bytes.extracting(unchecked: place)) else { return .failed }
        out.literal(bytes.extracting(unchecked: place))
        return .written
    }
}

extension JSONTranscoder {
    /// Brings the members from `first` on into the order of their names.
    ///
    /// - Returns: `false` when a name stands twice.
    private mutating func sort(_ bytes: Span<UInt8>, _ first: Int, from start: Int) -> Bool {
        var isSorted = true
        var index = first + 1
        while index < members.count {
            var place = index
            while place > first {
                let order = JSONTranscoder.compare(bytes, members[place - 1].name, members[place].name)
                if order == 0 { return false }
                if order < 0 { break }
                members.swapAt(place - 1, place)
                (place, isSorted) = (place - 1, false)
            }
            index += 1
        }
        guard !isSorted else { return true }
        sorted.begin(atMost: out.count - start)
        for member in members[first...] { out.copy(member.place, to: &sorted) }
        out.truncate(to: start)
        sorted.copy(0..<sorted.count, to: &out)
        return true
    }

    /// The text of the value that was written last; `nil` when it is none.
    private func text(_ start: Int) -> String? {
        switch out.byte(at: start) {
        case 0x7B, 0x5B: return nil
        case 0x22:
            if let plain = out.text(from: start + 1, to: out.count - 1) { return plain }
            // What was written is JSON.
            return (try? JSON(parsing: out.written(from: start)))?.string?.trimmingBlanks
        default: return out.text(from: start, to: out.count)
        }
    }

    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        skipBlanks(bytes)
        guard at < bytes.count, bytes[unchecked: at] == byte else { return false }
        at += 1
        return true
    }

    @inline(__always)
    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while at < bytes.count {
            switch bytes[unchecked: at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    private mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        let length = word.utf8CodeUnitCount
        guard at + length <= bytes.count else { return false }
        for index in 0..<length where unsafe bytes[unchecked: at + index] != word.utf8Start[index] {
            return false
        }
        at += length
        if unsafe word.utf8Start[0] != 0x6E { out.word(word) }
        return true
    }

    /// The first quote, backslash or control character.
    @inline(__always)
    private static func plainEnd(_ bytes: Span<UInt8>, from: Int) -> Int {
        var at = from
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            let found = RowText.escapes(word)
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < bytes.count, !RowText.needsEscape(bytes[unchecked: at]) { at += 1 }
        return at
    }

    /// The index of a name; `nil` when it is not among them.
    @inline(__always)
    private static func contains(_ names: [[UInt8]], _ bytes: Span<UInt8>, _ name: Range<Int>) -> Int? {
        for index in 0..<names.count {
            let wanted = names[index]
            guard wanted.count == name.count else { continue }
            var place = 0
            while place < name.count, wanted[place] == bytes[unchecked: name.lowerBound + place] {
                place += 1
            }
            if place == name.count { return index }
        }
        return nil
    }

    /// Below 0 when the left name comes first.
    private static func compare(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Int {
        for index in 0..<min(left.count, right.count) {
            let (a, b) = (
                bytes[unchecked: left.lowerBound + index], bytes[unchecked: right.lowerBound + index]
            )
            if a != b { return a < b ? -1 : 1 }
        }
        return left.count - right.count
    }
}
