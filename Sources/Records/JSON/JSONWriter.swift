/// A writer of compact JSON text: no whitespace, strings as UTF-8 with only the necessary escapes.
///
/// The writer adds the commas; the caller must alternate names and values.
///
/// Source: RFC 8259.
public struct JSONWriter: Sendable {
    /// The text written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates an empty writer that reserves `capacity` bytes.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Returns the text and resets the writer, releasing its storage.
    public mutating func finish() -> [UInt8] {
        defer { self = JSONWriter() }
        return bytes
    }

    /// Discards the text but keeps the storage.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Opens an object: `{`.
    public mutating func beginObject() { open(.leftBrace) }
    /// Closes an object: `}`.
    public mutating func endObject() { close(.rightBrace) }
    /// Opens an array: `[`.
    public mutating func beginArray() { open(.leftBracket) }
    /// Closes an array: `]`.
    public mutating func endArray() { close(.rightBracket) }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) {
        string(name)
        bytes.append(.colon)
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        string(utf8: text.utf8.span)
    }

    /// Writes a string of bytes that are known to be UTF-8.
    public mutating func string(utf8 text: Span<UInt8>) {
        guard text.plainEnd(from: 0) < text.count else {
            return element(atMost: text.count + 2) { $0.quote(text) }
        }
        separate()
        bytes.append(.quote)
        escape(runsOf: text)
        bytes.append(.quote)
    }

    /// Writes a time in the form of `UTC.description`.
    public mutating func string(_ moment: UTC) { string(utf8: moment.text.span) }

    /// Writes a cursor in the form of `Cursor.description`.
    public mutating func string(_ cursor: Cursor) {
        separate()
        bytes.append(.quote)
        bytes.append(contentsOf: cursor.run.utf8)
        bytes.append(.period)
        bytes.append(atMost: 20) { $0.append(digits: UInt(cursor.number.magnitude)) }
        if cursor.startsOver { bytes.append(UInt8(ascii: "s")) }
        bytes.append(.quote)
    }

    /// Ends a JSON text with a delimiter, such as a newline; another text may follow.
    public mutating func delimit(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = false
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int) { element(atMost: 20) { $0.append(value) } }

    /// Writes a number of hundredths as a decimal fraction without trailing zeros.
    public mutating func number(hundredths value: Int) {
        element(atMost: 21) { $0.append(hundredths: value) }
    }

    /// Writes a number in the shortest notation that parses to the same value; `null` if it is not finite.
    public mutating func number(_ value: Double) {
        if let whole = Self.whole(value) { return number(whole) }
        literal(value.isFinite ? "\(value)".utf8 : "null".utf8)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { literal(value ? "true".utf8 : "false".utf8) }

    /// Writes `null`.
    public mutating func null() { literal("null".utf8) }

    /// Writes text that is already valid JSON; see the generic method, which other modules cannot specialize.
    public mutating func literal(_ text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    /// Writes text that is already valid JSON.
    package mutating func literal(_ text: Span<UInt8>) { element(atMost: text.count) { $0.append(text) } }

    /// Writes text that is already valid JSON, such as the literal of a number or a whole object.
    public mutating func literal(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    /// Writes a value, keeping the order of members.
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

    /// Returns the shortest JSON notation that parses to `value`: `10`, not `10.0`.
    public static func shortest(_ value: Double) -> String {
        whole(value).map { String($0) } ?? "\(value)"
    }

    /// Returns a number that is written without a decimal point; `nil` if it needs one or an exponent.
    private static func whole(_ value: Double) -> Int? {
        Int(exactly: value).flatMap { abs($0) < 1 << 53 ? $0 : nil }
    }
}

extension JSONWriter {
    private mutating func separate() {
        if needsComma { bytes.append(.comma) }
        needsComma = true
    }

    /// Writes a comma if one is due, and what `write` writes, at most `count` bytes.
    @inline(__always)
    mutating func element(atMost count: Int, _ write: (inout TextRoom) -> Void) {
        let isNext = needsComma
        bytes.append(atMost: count + 1) { room in
            if isNext { room.append(.comma) }
            write(&room)
        }
        needsComma = true
    }

    /// Leaves out the comma before the next part, which follows a name or a bracket.
    mutating func expectsFirst() { needsComma = false }

    private mutating func open(_ bracket: UInt8) {
        element(atMost: 1) { $0.append(bracket) }
        expectsFirst()
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes a string, escaping where necessary and copying the runs in between.
    private mutating func escape(runsOf text: Span<UInt8>) {
        var start = 0
        while true {
            let at = text.plainEnd(from: start)
            bytes.append(text.extracting(start..<at))
            guard at < text.count else { return }
            escape(text[at])
            start = at + 1
        }
    }

    /// Writes the escape of a quote, a backslash or a control character.
    private mutating func escape(_ byte: UInt8) {
        bytes.append(.backslash)
        switch byte {
        case .backspace: bytes.append(UInt8(ascii: "b"))
        case .tab: bytes.append(UInt8(ascii: "t"))
        case .newline: bytes.append(UInt8(ascii: "n"))
        case .formFeed: bytes.append(UInt8(ascii: "f"))
        case .carriageReturn: bytes.append(UInt8(ascii: "r"))
        case .space...: bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(.hexadecimalDigit(byte >> 4))
            bytes.append(.hexadecimalDigit(byte & 15))
        }
    }
}

extension JSON {
    /// The JSON text of the value, in the order of its members.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The canonical text: members at every depth sorted by the bytes of their names, no whitespace.
    public var canonicalBytes: [UInt8] { canonical.bytes }

    /// The same value with the members at every depth sorted by the bytes of their names.
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
