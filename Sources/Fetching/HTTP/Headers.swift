/// The header fields of one answer, in the order in which they came.
///
/// Names compare without case. A value is held as ISO 8859-1, so that its bytes survive; one that is longer
/// than `longestValue` or holds control characters is left out, as if it had not been sent.
public nonisolated struct Headers: Hashable, Sendable {
    /// The longest value that is believed, bytes.
    public static let longestValue = 4096
    /// How many fields are kept; what follows is left out.
    public static let mostFields = 128

    private struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    private var fields: [Field] = []

    /// Makes headers of names and values.
    public init(_ fields: KeyValuePairs<String, String> = [:]) {
        for (name, value) in fields { add(name: Array(name.utf8), value: Array(value.latin1)) }
    }

    /// The first value of a field, given by its name in lower case; `nil` when it did not come.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of a field, given by its name in lower case.
    public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Takes one line of an answer's head, `Name: value` with or without its line end; others are passed over.
    public mutating func add(line: some Collection<UInt8>) {
        guard let colon = line.firstIndex(of: 0x3A) else { return }
        add(name: Array(line[..<colon]), value: Array(line[line.index(after: colon)...]))
    }

    private mutating func add(name: [UInt8], value: [UInt8]) {
        let value = trimmed(value)
        guard fields.count < Headers.mostFields, value.count <= Headers.longestValue, !name.isEmpty,
            !value.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
        else { return }
        let lower = name.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        fields.append(Field(name: String(latin1: lower), value: String(latin1: value)))
    }

    private func trimmed(_ value: [UInt8]) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        guard let first = value.firstIndex(where: { !isBlank($0) }),
            let last = value.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return value[first...last]
    }
}

nonisolated extension String {
    /// A text whose characters are the bytes, one each.
    init(latin1 bytes: some Collection<UInt8>) {
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        self.init(text)
    }

    /// The bytes of a text whose characters are bytes; what is none becomes `?`.
    var latin1: [UInt8] {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return Array(utf8) }
        return unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F }
    }
}
