import Records

/// The header fields of a response, in order of arrival.
///
/// Names are case-insensitive. A value is held as ISO 8859-1, which preserves every byte. A value that is
/// longer than `longestValue` or contains control characters is dropped, as if it had not been sent.
public nonisolated struct Headers: Hashable, Sendable {
    /// The longest value that is accepted, in bytes.
    public static let longestValue = 4096
    /// The maximum number of fields; further ones are dropped.
    public static let mostFields = 128

    private struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    private var fields: [Field] = []

    /// Creates headers from names and values.
    public init(_ fields: KeyValuePairs<String, String> = [:]) {
        for (name, value) in fields { add(name: Array(name.utf8), value: Array(value.latin1)) }
    }

    /// The first value of a field, whose name is given in lower case; `nil` if the field is absent.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns all values of a field, whose name is given in lower case.
    public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Adds one line of a response head, `Name: value` with or without its line end; other lines are ignored.
    public mutating func add(line: some Collection<UInt8>) {
        guard let colon = line.firstIndex(of: .colon) else { return }
        add(name: Array(line[..<colon]), value: Array(line[line.index(after: colon)...]))
    }

    private mutating func add(name: [UInt8], value: [UInt8]) {
        let value = trimmed(value)
        guard fields.count < Headers.mostFields, value.count <= Headers.longestValue, !name.isEmpty,
            !value.contains(where: { $0.isControl && $0 != .tab })
        else { return }
        let lower = name.map { $0.lowercased }
        fields.append(Field(name: String(latin1: lower), value: String(latin1: value)))
    }

    private func trimmed(_ value: [UInt8]) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
        guard let first = value.firstIndex(where: { !isBlank($0) }),
            let last = value.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return value[first...last]
    }
}

nonisolated extension String {
    /// Creates a text from bytes; each byte becomes one character.
    init(latin1 bytes: some Collection<UInt8>) {
        guard bytes.contains(where: { !$0.isASCII }) else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        self.init(text)
    }

    /// The characters of the text as bytes; characters above 255 become `?`.
    var latin1: [UInt8] {
        guard utf8.contains(where: { !$0.isASCII }) else { return Array(utf8) }
        return unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : .questionMark }
    }
}
