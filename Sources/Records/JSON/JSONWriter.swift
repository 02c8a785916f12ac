/// Writes JSON text into bytes: no blanks, strings as UTF-8, only what must be escaped is.
///
/// Commas are its business; that names and values alternate is the caller's.
///
/// Source: RFC 8259.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Makes an empty writer with room for `capacity` bytes.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Takes the text out and starts anew, keeping nothing.
    public mutating func take() -> [UInt8] {
        defer { self = JSONWriter() }
        return bytes
    }

    /// Forgets what was written but keeps the room.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Begins an object: `{`.
    public mutating func beginObject() { open(0x7B) }
    /// Ends an object: `}`.
    public mutating func endObject() { close(0x7D) }
    /// Begins an array: `[`.
    public mutating func beginArray() { open(0x5B) }
    /// Ends an array: `]`.
    public mutating func endArray() { close(0x5D) }

    /// Writes the name of the member whose value comes next.
    public mutating func name(_ name: String) {
        string(name)
        bytes.append(0x3A)
        needsComma = false
    }

    /// Writes the name of the member whose value comes next: a word of the program, with nothing to escape.
    public mutating func name(plain name: StaticString) {
        unsafe quote(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(0x3A)
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { unsafe string($0) }
    }

    /// Writes a string of bytes that are known to be UTF-8.
    public mutating func string(utf8 text: Span<UInt8>) {
        text.withUnsafeBufferPointer { unsafe string($0) }
    }

    /// Writes a moment as `UTC.description` has it.
    public mutating func string(_ moment: UTC) { string(utf8: moment.text.span) }

    /// Writes a cursor as `Cursor.description` has it.
    public mutating func string(_ cursor: Cursor) {
        separate()
        bytes.append(0x22)
        bytes.append(contentsOf: cursor.epoch.utf8)
        bytes.append(0x2E)
        digits(UInt(cursor.number.magnitude))
        if cursor.startsOver { bytes.append(0x73) }
        bytes.append(0x22)
    }

    /// Ends a text by a byte that is no part of it, such as a newline; another text may follow.
    public mutating func delimit(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = false
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int) {
        separate()
        if value < 0 { bytes.append(0x2D) }
        digits(value.magnitude)
        needsComma = true
    }

    /// Writes a number of hundredths as a decimal fraction, without zeros at its end.
    public mutating func number(hundredths value: Int) {
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100)
        separate()
        if value < 0 { bytes.append(0x2D) }
        digits(whole)
        guard rest > 0 else { return }
        bytes.append(0x2E)
        digits(rest < 10 ? 0 : rest / 10)
        if rest % 10 > 0 { digits(rest % 10) }
    }

    /// Writes a number in the shortest form that reads back; `null` when it is not finite.
    public mutating func number(_ value: Double) {
        literal(value.isFinite ? Self.shortest(value).utf8 : "null".utf8)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { literal(value ? "true".utf8 : "false".utf8) }

    /// Writes `null`.
    public mutating func null() { literal("null".utf8) }

    /// Writes JSON text that is valid already: a number's literal, a whole object.
    public mutating func literal(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    /// Writes a value, its members in the order in which they stand.
    public mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let text): literal(text.utf8)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// The shortest text that reads back as `value`, as JSON: `10`, not `10.0`.
    public static func shortest(_ value: Double) -> String {
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return String(whole) }
        return "\(value)"
    }
}

extension JSONWriter {
    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Appends the digits of a number.
    private mutating func digits(_ value: UInt) {
        var (rest, text, start) = (value, InlineArray<20, UInt8>(repeating: 0), 20)
        repeat {
            let (tens, last) = rest.quotientAndRemainder(dividingBy: 10)
            start -= 1
            text[start] = 0x30 + UInt8(truncatingIfNeeded: last)
            rest = tens
        } while rest > 0
        text.span.extracting(start..<20).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
        guard unsafe text.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            return unsafe quote(text)
        }
        separate()
        bytes.append(0x22)
        unsafe escape(runsOf: text)
        bytes.append(0x22)
    }

    /// Writes a string that holds nothing to escape, in one go.
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(addingCapacity: text.count + 2) { room in
            room.append(0x22)
            for place in text.indices { unsafe room.append(text[place]) }
            room.append(0x22)
        }
    }

    /// Escapes what must be, and takes what lies between in one piece.
    private mutating func escape(runsOf text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while true {
            let at = unsafe Self.escape(in: text.span, from: start)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<at]))
            guard at < text.count else { return }
            unsafe escape(CollectionOfOne(text[at]))
            start = at + 1
        }
    }

    /// Where the next byte stands that must be escaped, eight of them looked at at once.
    private static func escape(in text: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= text.count {
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
                .littleEndian
            // The lowest high bit that is set is right; those above it may not be.
            let found =
                zeros(word ^ 0x2222_2222_2222_2222) | zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
                | ((word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080)
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < text.count, text[at] >= 0x20, text[at] != 0x22, text[at] != 0x5C { at += 1 }
        return at
    }

    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    private mutating func escape(_ text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            case 0x20...: bytes.append(byte)
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            default:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hexadecimal(byte >> 4))
                bytes.append(Self.hexadecimal(byte & 15))
            }
        }
    }

    private static func hexadecimal(_ nibble: UInt8) -> UInt8 { nibble + (nibble < 10 ? 0x30 : 0x57) }
}

extension JSON {
    /// The text of this value, members in the order in which they stand.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The canonical text: members sorted by the bytes of their names at every depth, no blanks.
    public var canonicalBytes: [UInt8] { canonical.bytes }

    /// The same value with its members sorted by the bytes of their names, at every depth.
    public var canonical: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.canonical) }
                    .sorted { $0.name.precedes($1.name) })
        default: self
        }
    }
}
