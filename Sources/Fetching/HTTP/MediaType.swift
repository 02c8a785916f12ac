import Records

/// The type of a document, such as `text/csv; charset=windows-1252`.
///
/// Source: RFC 9110 §8.3.
public nonisolated struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// The type and subtype in lower case, such as `text/html`.
    public let name: String
    /// The character set as written, without quotes; `nil` if not stated.
    public let charset: String?

    /// Parses a value of `Content-Type`; `nil` if it names no type.
    public init?(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let name = parts[0].trimmedASCII.lowercased()
        let halves = name.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.name = name
        charset = parts.dropFirst().lazy.compactMap(MediaType.charset).first
    }

    /// The type alone, without parameters.
    public var description: String { name }

    /// Whether this is the type of an HTML page.
    public var isHTML: Bool { name == "text/html" || name == "application/xhtml+xml" }

    private static func charset(_ parameter: Substring) -> String? {
        let halves = parameter.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].trimmedASCII.lowercased() == "charset" else { return nil }
        let value = halves[1].trimmedASCII.filter { $0 != "\"" && $0 != "'" }
        return value.isEmpty || value.utf8.count > 40 ? nil : value
    }
}

nonisolated extension StringProtocol {
    /// The text without leading and trailing blanks and tabs.
    var trimmedASCII: String {
        let isBlank = { (byte: UInt8) in byte.isBlank }
        let bytes = Array(utf8.drop(while: isBlank))
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
