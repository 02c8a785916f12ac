import Records

/// The directives of `Cache-Control` that say how long a response may be reused without a new request.
///
/// Source: RFC 9111 §5.2.2.
nonisolated struct CacheControl {
    /// Seconds since the origin generated the response; `nil` if absent or not a number.
    private(set) var maxAge: Int64?
    /// Whether `no-store` or `no-cache` is present, or `max-age` is invalid: send a request each time.
    private(set) var mustAsk = false

    /// Parses all `Cache-Control` fields; of repeated `max-age` directives the smallest value counts.
    init(_ values: [String]) {
        for directive in values.flatMap({ $0.utf8.split(separator: .comma) }) { read(directive) }
    }

    private mutating func read(_ directive: Substring.UTF8View) {
        let parts = directive.split(separator: .equals, maxSplits: 1)
        let words = parts.map { part in String(decoding: part.filter { $0 > .quote }, as: UTF8.self) }
        switch words.first?.lowercased() {
        case "no-store", "no-cache": mustAsk = true
        case "max-age":
            guard words.count == 2, let seconds = deltaSeconds(words[1]) else { return mustAsk = true }
            maxAge = min(maxAge ?? seconds, seconds)
        default: break
        }
    }
}

/// Parses a number of seconds, which consists of digits only: 2³¹ if the number is too large, `nil` for
/// anything else.
///
/// Source: RFC 9111 §1.2.2.
nonisolated func deltaSeconds(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit }) else { return nil }
    return min(Int64(text) ?? 1 << 31, 1 << 31)
}
