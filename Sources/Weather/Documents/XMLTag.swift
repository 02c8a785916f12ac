import Records

/// A tag of XML, without its angle brackets.
struct XMLTag {
    private let bytes: [UInt8]

    /// Creates a tag from its bytes.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is a whole element, without content: `<errors />`.
    var isWhole: Bool { bytes.last == .slash }

    /// The attributes in their order; what is no attribute is skipped.
    var attributes: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        var rest = bytes[...]
        while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<sign].split(whereSeparator: \.isWhitespace).last ?? []
            rest = rest[(sign + 1)...].drop(while: \.isWhitespace)
            guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
            let value = String(decoding: rest[..<end], as: UTF8.self)
            found.append((String(decoding: name, as: UTF8.self), value))
            rest = rest[(end + 1)...]
        }
        return found
    }

    /// Returns the value of an attribute; `nil` if the tag does not have it.
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}
