import Decoding
import Records

/// A converter of an element into canonical form, byte by byte, without building values.
///
/// Rare cases are left to `RecordRules.read`, which has the same results: escaped names, repeated names,
/// fields of a wrong type, faults.
struct JSONTranscoder {
    /// A member that has been written.
    struct Member: BitwiseCopyable {
        let name: MemberName
        /// The range of its comma, name and value in the output.
        var place: Range<Int> { start..<end }
        private let start: Int
        private let end: Int

        init(name: MemberName, place: Range<Int>) {
            self.name = name
            start = place.lowerBound
            end = place.upperBound
        }
    }

    private enum Outcome {
        case written
        /// A null or blank value, which an object omits.
        case absent
        case failed
    }

    /// The top-level fields whose texts are needed.
    private let wanted: SearchedMembers
    /// The top-level fields that must be numbers.
    private let numbers: SearchedMembers
    private var out = RowText()
    private var sorted = RowText()
    private var at = 0
    /// The members of the open objects.
    private var members = RawList<Member>()
    private var order = MemberOrder()
    /// The field that may be an area, which the slow path reads; `nil` without one.
    private let place: Int?
    /// The texts of the needed fields; `nil` for those that are absent or not text.
    private(set) var texts: [String?]

    /// Creates a converter.
    ///
    /// - Returns: `nil` if the rules require more than copying.
    init?(_ rules: RecordRules) {
        var numbers: [String] = []
        for field in rules.ruled {
            let rule = rules.rule(for: field)
            guard rule.isNumber, FieldPath(field).isName else { return nil }
            numbers.append(field)
        }
        let fields = rules.read
        guard !rules.omitsSome, fields.allSatisfy({ FieldPath($0).isName }),
            rules.location.allSatisfy({ rules.rule(for: $0).numberForm == nil })
        else { return nil }
        wanted = SearchedMembers(fields)
        self.numbers = SearchedMembers(numbers)
        texts = [String?](repeating: nil, count: fields.count)
        place = rules.location.count == 1 ? fields.count - rules.require.count - 1 : nil
    }

    /// Copies the object at an offset.
    ///
    /// - Parameters:
    ///   - bytes: The text, which may be incomplete.
    ///   - start: The offset of the object.
    /// - Returns: Its canonical form and its end; `nil` if it is incomplete or needs the slow path.
    mutating func copy(_ bytes: Span<UInt8>, from start: Int) -> (data: [UInt8], end: Int)? {
        out.reset(atMost: 2 * (bytes.count - start) + 16)
        at = start
        members.removeAll()
        for index in texts.indices { texts[index] = nil }
        return object(bytes, depth: 1) ? (out.bytes, at) : nil
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        guard depth <= JSON.maximumDepth else { return false }
        let start = out.count
        let first = members.count
        at += 1
        if !consume(.rightBrace, in: bytes) {
            repeat {
                guard member(bytes, depth: depth) else { return false }
            } while consume(.comma, in: bytes)
            guard consume(.rightBrace, in: bytes) else { return false }
        }
        guard sort(bytes, first: first, from: start) else { return false }
        if out.count == start { out.put(.leftBrace) } else { out.set(.leftBrace, at: start) }
        out.put(.rightBrace)
        members.truncate(to: first)
        return true
    }

    private mutating func member(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        skipBlanks(bytes)
        guard at < bytes.count, bytes[unchecked: at] == .quote else { return false }
        let end = bytes.plainEnd(from: at + 1)
        guard end < bytes.count, bytes[unchecked: end] == .quote else { return false }
        let name = MemberName(bytes, place: at + 1..<end)
        let start = out.count
        out.put(.comma)
        guard putName(at..<end + 1, in: bytes) else { return false }
        skipBlanks(bytes)
        let value = out.count
        let isNumber = depth == 1 && numbers.index(of: name, in: bytes) != nil
        switch isNumber ? number(bytes) : self.value(bytes, depth: depth) {
        case .failed: return false
        case .absent: out.truncate(to: start)
        case .written:
            if depth == 1, let index = wanted.index(of: name, in: bytes) {
                texts[index] = text(value)
                guard texts[index] != nil || index != place else { return false }
            }
            members.append(Member(name: name, place: start..<out.count))
        }
        return true
    }

    /// Copies a quoted name and the colon after it.
    ///
    /// - Returns: `false` if there is no colon.
    @inline(__always)
    private mutating func putName(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let end = name.upperBound
        if end < bytes.count, bytes[unchecked: end] == .colon {
            out.literal(bytes, part: name.lowerBound..<end + 1)
            at = end + 1
            return true
        }
        out.literal(bytes, part: name)
        out.put(.colon)
        at = end
        return consume(.colon, in: bytes)
    }

    @inline(__always)
    private mutating func value(_ bytes: Span<UInt8>, depth: Int) -> Outcome {
        guard at < bytes.count else { return .failed }
        switch bytes[unchecked: at] {
        case .quote: return string(bytes)
        case .leftBrace: return object(bytes, depth: depth + 1) ? .written : .failed
        case .leftBracket: return array(bytes, depth: depth + 1) ? .written : .failed
        case UInt8(ascii: "t"): return word("true", in: bytes) ? .written : .failed
        case UInt8(ascii: "f"): return word("false", in: bytes) ? .written : .failed
        case UInt8(ascii: "n"): return word("null", in: bytes) ? .absent : .failed
        default: return literal(bytes)
        }
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        guard depth <= JSON.maximumDepth else { return false }
        at += 1
        out.put(.leftBracket)
        if !consume(.rightBracket, in: bytes) {
            var isFirst = true
            repeat {
                if !isFirst { out.put(.comma) }
                isFirst = false
                skipBlanks(bytes)
                let start = at
                switch value(bytes, depth: depth) {
                case .failed: return false
                // An absent element of an array is kept.
                case .absent: out.literal(bytes, part: start..<at)
                case .written: break
                }
            } while consume(.comma, in: bytes)
            guard consume(.rightBracket, in: bytes) else { return false }
        }
        out.put(.rightBracket)
        return true
    }

    private mutating func string(_ bytes: Span<UInt8>) -> Outcome {
        let start = at + 1
        let end = bytes.plainEnd(from: start)
        guard end < bytes.count else { return .failed }
        if bytes[unchecked: end] == .quote {
            at = end + 1
            guard bytes.isPresent(start..<end) else { return .absent }
            out.literal(bytes, part: start - 1..<end + 1)
            return .written
        }
        var scanner = JSONScanner(at: at)
        // The slow path reports the fault.
        guard let text = try? scanner.string(bytes) else { return .failed }
        let plain = Array(text.utf8)
        // A blank string with escapes may be an element of an array, which keeps it.
        guard !plain.span.trimmed(0..<plain.count).isEmpty else { return .failed }
        at = scanner.offset
        out.string(plain.span, part: 0..<plain.count)
        return .written
    }

    private mutating func literal(_ bytes: Span<UInt8>) -> Outcome {
        if let end = bytes.decimalEnd(from: at), end - at <= ValueType.shortNumber {
            out.literal(bytes, part: at..<end)
            at = end
            return .written
        }
        var scanner = JSONScanner(at: at)
        // The slow path keeps a number that is too large as text.
        guard let place = try? scanner.number(bytes), ValueType.isFinite(bytes.extracting(place)) else {
            return .failed
        }
        at = place.upperBound
        out.literal(bytes, part: place)
        return .written
    }

    /// Copies a number, which may be in a string.
    private mutating func number(_ bytes: Span<UInt8>) -> Outcome {
        guard at < bytes.count, bytes[unchecked: at] == .quote else {
            let outcome = value(bytes, depth: 1)
            return out.isDigit ? outcome : outcome == .absent ? .absent : .failed
        }
        let end = bytes.plainEnd(from: at + 1)
        guard end < bytes.count, bytes[unchecked: end] == .quote else { return .failed }
        let place = bytes.trimmed(at + 1..<end)
        at = end + 1
        guard !place.isEmpty else { return .absent }
        guard ValueType.isLiteral(bytes.extracting(unchecked: place)) else { return .failed }
        out.literal(bytes, part: place)
        return .written
    }
}

extension JSONTranscoder {
    /// Writes the members from `first` on again in the order of their names.
    ///
    /// - Returns: `false` if a name is repeated or the members are far from sorted, which `RecordRules.read`
    ///   handles.
    private mutating func sort(_ bytes: Span<UInt8>, first: Int, from start: Int) -> Bool {
        let part = first..<members.count
        if MemberOrder.isAscending(members, part: part, in: bytes) { return true }
        guard order.find(members, part: part, in: bytes) else { return false }
        sorted.reset(atMost: out.count - start)
        for index in order.places { out.wide(members[first + index].place, to: &sorted) }
        if start == 0 {
            // The whole element: the other buffer becomes the output.
            swap(&out, &sorted)
            return true
        }
        out.truncate(to: start)
        sorted.copy(0..<sorted.count, to: &out)
        return true
    }

    /// Returns the text of the last value written; `nil` if it is not text.
    private func text(_ start: Int) -> String? {
        switch out.byte(at: start) {
        case .leftBrace, .leftBracket: return nil
        case .quote:
            if let plain = out.text(from: start + 1, to: out.count - 1) { return plain }
            // The output is valid JSON.
            return (try? JSON(parsing: out.written(from: start)))?.string?.trimmingBlanks
        default: return out.text(from: start, to: out.count)
        }
    }

    private mutating func consume(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        skipBlanks(bytes)
        guard at < bytes.count, bytes[unchecked: at] == byte else { return false }
        at += 1
        return true
    }

    @inline(__always)
    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while at < bytes.count, bytes[unchecked: at] <= .space {
            guard bytes[unchecked: at].isBlank || bytes[unchecked: at].isLineEnd else { return }
            at += 1
        }
    }

    private mutating func word(_ word: StaticString, in bytes: Span<UInt8>) -> Bool {
        let length = word.utf8CodeUnitCount
        guard at + length <= bytes.count else { return false }
        for index in 0..<length where unsafe bytes[unchecked: at + index] != word.utf8Start[index] {
            return false
        }
        at += length
        if unsafe word.utf8Start[0] != UInt8(ascii: "n") { out.word(word) }
        return true
    }
}
