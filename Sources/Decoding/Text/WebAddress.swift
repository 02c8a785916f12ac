/// Resolves references against a base.
///
/// Source: RFC 3986 §5.2; bytes that are no URI are kept as they are.
enum WebAddress {
    /// A reference in its parts, each with its own sign.
    private struct Parts {
        var scheme = ""
        var authority: String?
        var path = ""
        var query = ""
        var fragment = ""

        init(_ text: String) {
            var rest = text.utf8[...]
            if let colon = rest.firstIndex(of: 0x3A), WebAddress.isScheme(rest[..<colon]) {
                scheme = String(decoding: rest[..<colon], as: UTF8.self)
                rest = rest[rest.index(after: colon)...]
            }
            if let hash = rest.firstIndex(of: 0x23) {
                fragment = String(decoding: rest[hash...], as: UTF8.self)
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: 0x3F) {
                query = String(decoding: rest[mark...], as: UTF8.self)
                rest = rest[..<mark]
            }
            if rest.starts(with: "//".utf8) {
                let host = rest.dropFirst(2)
                let end = host.firstIndex(of: 0x2F) ?? host.endIndex
                authority = String(decoding: host[..<end], as: UTF8.self)
                rest = host[end...]
            }
            path = String(decoding: rest, as: UTF8.self)
        }

        var text: String {
            (scheme.isEmpty ? "" : scheme + ":") + (authority.map { "//" + $0 } ?? "") + path + query
                + fragment
        }
    }

    /// The absolute form of a reference; the reference itself where there is no base to lean on.
    static func resolve(_ reference: String, against base: String?) -> String {
        let reference = tidied(reference)
        guard let base, !base.isEmpty else { return reference }
        if reference.utf8.starts(with: "http".utf8), let colon = reference.utf8.firstIndex(of: 0x3A),
            isScheme(reference.utf8[..<colon])
        {
            return reference
        }
        var target = Parts(reference)
        guard target.scheme.isEmpty else { return reference }
        let root = Parts(base)
        guard !root.scheme.isEmpty || root.authority != nil || !root.path.isEmpty else { return reference }
        target.scheme = root.scheme
        if target.authority == nil {
            target.authority = root.authority
            if target.path.isEmpty {
                target.path = root.path
                if target.query.isEmpty { target.query = root.query }
            } else if target.path.utf8.first != 0x2F {
                target.path = merged(root, target.path)
            }
        }
        target.path = withoutDots(target.path)
        return target.text
    }

    /// Whether a text is the absolute address of a page that stands for itself, as most do: `http` or `https`, and no
    /// blank in it.
    static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe isPlain($0.span) }
    }

    /// As for a text, of UTF-8.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        guard text.stands("http://", at: 0) || text.stands("https://", at: 0) else { return false }
        for index in 0..<text.count where text[unchecked: index] <= 0x20 { return false }
        return text[unchecked: text.count - 1] != 0xA0
    }

    /// Whether the scheme is `http` or `https`, whatever its case.
    static func isOfWeb(_ text: String) -> Bool {
        let start = text.utf8.prefix(6).map(\.lowercased)
        return start.starts(with: "http:".utf8) || start.elementsEqual("https:".utf8)
    }

    /// The address without tabs and line ends, which browsers leave out.
    private static func tidied(_ reference: String) -> String {
        guard reference.utf8.contains(where: { 0x09...0x0D ~= $0 }) else { return reference }
        return String(decoding: reference.utf8.filter { !(0x09...0x0D ~= $0) }, as: UTF8.self)
    }

    /// The scheme in lower case; `nil` when the text has none.
    static func scheme(of text: String) -> String? {
        let scheme = Parts(text).scheme.lowercased()
        return scheme.isEmpty ? nil : scheme
    }

    private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, 0x61...0x7A ~= first | 0x20 else { return false }
        return bytes.allSatisfy { byte in
            0x61...0x7A ~= byte | 0x20 || byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D || byte == 0x2E
        }
    }

    private static func merged(_ root: Parts, _ path: String) -> String {
        guard !root.path.isEmpty else { return (root.authority == nil ? "" : "/") + path }
        guard let slash = root.path.utf8.lastIndex(of: 0x2F) else { return path }
        return String(root.path[...slash]) + path
    }

    /// Source: RFC 3986 §5.2.4.
    private static func withoutDots(_ path: String) -> String {
        let segments = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
        var kept: [String] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || (kept.count == 1 && kept[0] != "") { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }
}
