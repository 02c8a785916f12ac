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

    /// Writes the name of the next member: a constant of the program that needs no escapes.
    public mutating func name(plain name: StaticString) {
        unsafe quote(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(.colon)
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

    /// Writes a time in the form of `UTC.description`.
    public mutating func string(_ moment: UTC) { string(utf8: moment.text.span) }

    /// Writes a cursor in the form of `Cursor.description`.
    public mutating func string(_ cursor: Cursor) {
        separate()
        bytes.append(.quote)
        bytes.append(contentsOf: cursor.run.utf8)
        bytes.append(.period)
        digits(UInt(cursor.number.magnitude))
        if cursor.startsOver { bytes.append(UInt8(ascii: "s")) }
        bytes.append(.quote)
    }

    /// Ends a JSON text with a delimiter, such as a newline; another text may follow.
    public mutating func delimit(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = false
    }

    /// Writes a whole number.
    public mutating func number(_ value: Int) {
        separate()
        if value < 0 { bytes.append(.hyphen) }
        digits(value.magnitude)
        needsComma = true
    }

    /// Writes a number of hundredths as a decimal fraction without trailing zeros.
    public mutating func number(hundredths value: Int) {
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100)
        separate()
        if value < 0 { bytes.append(.hyphen) }
        digits(whole)
        guard rest > 0 else { return }
        bytes.append(.period)
        digits(rest < 10 ? 0 : rest / 10)
        if rest % 10 > 0 { digits(rest % 10) }
    }

    /// Writes a number in the shortest notation that parses to the same value; `null` if it is not finite.
    public mutating func number(_ value: Double) {
        literal(value.isFinite ? Self.shortest(value).utf8 : "null".utf8)
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
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return String(whole) }
        return "\(value)"
    }
}

extension JSONWriter {
    private mutating func separate() {
        if needsComma { bytes.append(.comma) }
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

    /// Appends the decimal digits of a number.
    private mutating func digits(_ value: UInt) {
        var rest = value
        var text = InlineArray<20, UInt8>(repeating: 0)
        var start = 20
        repeat {
            let (tens, last) = rest.quotientAndRemainder(dividingBy: 10)
            start -= 1
            text[start] = .digit(last)
            rest = tens
        } while rest > 0
        bytes.append(text.span.extracting(start..<20))
    }

    private mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
        guard unsafe text.span.plainEnd(from: 0) < text.count else { return unsafe quote(text) }
        separate()
        bytes.append(.quote)
        unsafe escape(runsOf: text)
        bytes.append(.quote)
    }

    /// Writes a string without characters to escape at once.
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(.quote)
        unsafe bytes.append(contentsOf: text)
        bytes.append(.quote)
    }

    /// Writes a string, escaping where necessary and copying the runs in between.
    private mutating func escape(runsOf text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while true {
            let at = unsafe text.span.plainEnd(from: start)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<at]))
            guard at < text.count else { return }
            unsafe escape(text[at])
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
