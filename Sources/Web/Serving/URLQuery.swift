import AlmanacValues
import Records
import WebPages

/// The decoded path or query of a request.
///
/// Source: URL Standard, 1.3 (percent-decoding) and 5.1 (application/x-www-form-urlencoded parsing).
nonisolated struct URLQuery: Sendable, Hashable {
    /// A name and its value.
    struct Item: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// The names and values, in the order of the request, without those that are not UTF-8.
    let items: [Item]

    /// Makes a query of names and values.
    init(_ items: [Item]) { self.items = items }

    /// Parses the text after the question mark.
    init(parsing text: String) {
        items = text.utf8.split(separator: .ampersand).compactMap { part in
            let name = part.prefix { $0 != .equals }
            let value = part.dropFirst(name.count).dropFirst()
            guard let name = URLQuery.decoded(name, plusIsSpace: true),
                let value = URLQuery.decoded(value, plusIsSpace: true)
            else { return nil }
            return Item(name: name, value: value)
        }
    }

    /// Returns the first value of a name that is not empty; `nil` if there is none.
    subscript(_ name: String) -> String? {
        items.first { $0.name.utf8.elementsEqual(name.utf8) && !$0.value.isEmpty }?.value
    }

    /// Returns all values of a name that are not empty.
    func all(_ name: String) -> [String] {
        items.compactMap { $0.name.utf8.elementsEqual(name.utf8) && !$0.value.isEmpty ? $0.value : nil }
    }

    /// Returns the values of a name, each of which may list several, separated by commas.
    func list(_ name: String) -> [String] {
        all(name).flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Whether a name occurs, with or without a value.
    func has(_ name: String) -> Bool { items.contains { $0.name.utf8.elementsEqual(name.utf8) } }

    /// Returns a number that a name has; `nil` if it is not one.
    func number(_ name: String) -> Int? { self[name].flatMap(Int.init) }

    /// The query of the page itself, without the preferences, which links add.
    var withoutPreferences: URLQuery {
        URLQuery(items.filter { !Preferences.names.contains($0.name) })
    }

    /// The query after a question mark; empty if there is none.
    var suffix: String {
        let parts = items.map { URLQuery.encoded($0.name) + "=" + URLQuery.encoded($0.value) }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Decodes the segments of a path, without empty ones at its ends; `nil` if one is not UTF-8.
    static func segments(of path: String) -> [String]? {
        var segments: [String] = []
        for part in path.utf8.split(separator: .slash) {
            guard let segment = decoded(part, plusIsSpace: false) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// Returns text in which every character is encoded that has a meaning in a path or a query.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isLetterOrDigit || plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let plain: [UInt8] = [.hyphen, .period, .underscore, UInt8(ascii: "~"), .at]
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func decoded(_ part: Substring.UTF8View, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            if byte == .percent, let value = hexadecimal(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == .plus && plusIsSpace ? .space : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the value of two hexadecimal digits; `nil` for anything else.
    private static func hexadecimal(_ text: Substring.UTF8View) -> UInt8? {
        guard text.count == 2, text.allSatisfy(\.isHexadecimalDigit) else { return nil }
        return UInt8(String(Substring(text)), radix: 16)
    }
}

extension URLQuery {
    /// The maximum length of the words of a search, in bytes: 200 characters of any script, which a page
    /// repeats in each of its links.
    private static let longestSearch = 600

    /// The fault of a value that would otherwise be ignored silently; `nil` if there is none.
    var fault: String? {
        for name in ["limit", "first", "count", "width"] {
            if let text = self[name], Int(text).map({ $0 < 0 }) ?? true {
                return "\(name)=\(text) is not a number from 0 on"
            }
        }
        if let words = self["q"], words.utf8.count > URLQuery.longestSearch {
            return "q= has \(words.utf8.count) bytes; the most is \(URLQuery.longestSearch)"
        }
        if let near = self["near"], Selector.Circle(query: near) == nil {
            return "near=\(near) is not a position such as 43.65,-70.31 or, with kilometres, 43.65,-70.31,20"
        }
        return nil
    }
}
