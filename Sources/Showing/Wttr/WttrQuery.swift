import Records

/// The options of a request to wttr.in, read from the query of a URL.
///
/// The `%` of a format is not followed by two hexadecimal digits. Decoders of URLs refuse such a query, or
/// cut it off: `format=%l:+%c+%t`. Therefore this takes the query as it was received.
///
/// Source: chubin/wttr.in, lib/parse_query.py: names without a value are options of one letter; `view` and
/// `format` mean the same.
public struct WttrQuery: Hashable, Sendable {
    /// The format; `nil` if none was requested.
    public private(set) var format: String?
    /// The options of one letter, such as `m` or `0q`; empty if there are none.
    public private(set) var letters = ""

    /// Reads the part of a URL after `?`, before it has been decoded; options of other names are ignored.
    public init(_ query: String) {
        for option in query.utf8.split(separator: .ampersand) {
            let parts = option.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? WttrQuery.decoded(parts[1]) : ""
            set(WttrQuery.decoded(parts[0]), to: value)
        }
    }

    private mutating func set(_ name: String, to value: String) {
        if value.isEmpty {
            letters += name
        } else if name == "view" || (name == "format" && format == nil) {
            format = value
        }
    }

    /// Returns text with `+` as a space and `%20` as its byte; a `%` without two hexadecimal digits stays as
    /// it is, and invalid UTF-8 becomes U+FFFD.
    private static func decoded(_ text: Substring.UTF8View) -> String {
        var rest = text
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == .percent, let value = byteValue(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == .plus ? .space : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func byteValue(_ digits: Substring.UTF8View) -> UInt8? {
        let values = digits.compactMap(\.hexadecimalValue)
        return values.count == 2 ? values[0] * 16 + values[1] : nil
    }
}
