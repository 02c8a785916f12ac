import Decoding
import Records

/// Resolution of references against a base URL.
///
/// `xmlBuildURI` of libxml2 2.9 cannot take its place: it refuses references with spaces or non-ASCII
/// characters, which feeds contain, merges empty path segments (`a//b`) and keeps the dot segments of
/// absolute paths. Here, text that is not a URI is kept unchanged.
///
/// Source: RFC 3986 §5.2.
enum LinkResolver {
    /// The parts of a reference, each with its delimiter.
    private struct Parts {
        var scheme = ""
        var authority: String?
        var path = ""
        var query = ""
        var fragment = ""

        init(_ text: String) {
            var rest = text.utf8[...]
            if let colon = rest.firstIndex(of: .colon), LinkResolver.isScheme(rest[..<colon]) {
                scheme = String(decoding: rest[..<colon], as: UTF8.self)
                rest = rest[rest.index(after: colon)...]
            }
            if let hash = rest.firstIndex(of: .numberSign) {
                fragment = String(decoding: rest[hash...], as: UTF8.self)
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: .questionMark) {
                query = String(decoding: rest[mark...], as: UTF8.self)
                rest = rest[..<mark]
            }
            if rest.starts(with: "//".utf8) {
                let host = rest.dropFirst(2)
                let end = host.firstIndex(of: .slash) ?? host.endIndex
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

    /// Returns the absolute form of a reference; the reference itself if there is no base.
    static func resolve(_ reference: String, against base: String?) -> String {
        let reference = tidied(reference)
        guard let base, !base.isEmpty else { return reference }
        if reference.utf8.starts(with: "http".utf8), let colon = reference.utf8.firstIndex(of: .colon),
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
            } else if target.path.utf8.first != .slash {
                target.path = merged(root, path: target.path)
            }
        }
        target.path = withoutDots(target.path)
        return target.text
    }

    /// Whether a text is an absolute `http` or `https` URL without blanks, the usual case.
    static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe isPlain($0.span) }
    }

    /// Whether UTF-8 bytes are an absolute `http` or `https` URL without blanks.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        guard text.begins(with: "http://", at: 0) || text.begins(with: "https://", at: 0) else {
            return false
        }
        for index in 0..<text.count where text[unchecked: index] <= .space { return false }
        return text[unchecked: text.count - 1] != 0xA0
    }

    /// Whether the scheme is `http` or `https`, in any case.
    static func isOfWeb(_ text: String) -> Bool {
        let start = text.utf8.prefix(6).map(\.lowercased)
        return start.starts(with: "http:".utf8) || start.elementsEqual("https:".utf8)
    }

    /// Returns the address without tabs and line ends, which browsers ignore.
    private static func tidied(_ reference: String) -> String {
        guard reference.utf8.contains(where: { $0.isWhitespace && $0 != .space }) else { return reference }
        return String(decoding: reference.utf8.filter { !$0.isWhitespace || $0 == .space }, as: UTF8.self)
    }

    /// Returns the scheme in lower case; `nil` if the text has none.
    static func scheme(of text: String) -> String? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: .colon), isScheme(bytes[..<colon]) else { return nil }
        return text[..<colon].lowercased()
    }

    private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, first.isLetter else { return false }
        return bytes.allSatisfy { byte in
            byte.isLetter || byte.isDigit || byte == .plus || byte == .hyphen || byte == .period
        }
    }

    private static func merged(_ root: Parts, path: String) -> String {
        guard !root.path.isEmpty else { return (root.authority == nil ? "" : "/") + path }
        guard let slash = root.path.utf8.lastIndex(of: .slash) else { return path }
        return String(root.path[...slash]) + path
    }

    /// Whether a segment begins with a dot, as few do.
    private static func mayHaveDots(_ path: String.UTF8View) -> Bool {
        var previous = UInt8.slash
        for byte in path {
            if byte == .period, previous == .slash { return true }
            previous = byte
        }
        return false
    }

    /// Source: RFC 3986 §5.2.4.
    private static func withoutDots(_ path: String) -> String {
        guard mayHaveDots(path.utf8) else { return path }
        let segments = path.utf8.split(separator: .slash, omittingEmptySubsequences: false).map {
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
