import HTTPServing
import Records
import Showing

/// The form of a page that a client wants.
///
/// Source: RFC 9110, 12.5.
nonisolated enum Negotiation {
    /// Whether a client wants text for a terminal: it does not accept HTML by name, or it is one of the
    /// programs that people use in terminals and that accept anything.
    static func wantsText(_ request: HTTPRequest) -> Bool {
        let accepted = request.header("accept") ?? ""
        if accepted.contains(text: "text/html") { return false }
        if accepted.contains(text: "text/plain") { return true }
        let agent = (request.header("user-agent") ?? "").lowercased()
        return ["curl/", "wget/", "httpie/", "xh/", "fetch libfetch/"].contains { agent.hasPrefix($0) }
    }

    /// Whether a client accepts gzip.
    static func acceptsGzip(_ request: HTTPRequest) -> Bool {
        guard let header = request.header("accept-encoding") else { return false }
        return header.utf8.split(separator: .comma).contains { part in
            let words = String(Substring(part)).split(separator: ";").map { trimmed($0).lowercased() }
            guard let coding = words.first, coding == "gzip" || coding == "*" else { return false }
            return !words.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    /// Whether a client has a version of the content: `If-None-Match` lists its tag.
    static func has(_ tag: String, _ request: HTTPRequest) -> Bool {
        guard let header = request.header("if-none-match") else { return false }
        return header == "*"
            || header.utf8.split(separator: .comma).contains { part in
                let known = trimmed(Substring(part))
                return known == tag || known == "W/" + tag
            }
    }

    private static func trimmed(_ text: Substring) -> String {
        var bytes = text.utf8.drop(while: \.isBlank)
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
