/// What `Cache-Control` says about how long an answer may be used without asking again.
///
/// Source: RFC 9111 §5.2.2.
nonisolated struct CacheControl {
    /// Seconds from the moment the origin made the answer; `nil` when unsaid or not a number.
    private(set) var maxAge: Int64?
    /// `no-store` or `no-cache` stands there: ask each time.
    private(set) var mustAsk = false

    /// Reads all fields of that name; of a directive that stands twice the smaller value counts.
    init(_ values: [String]) {
        for directive in values.flatMap({ $0.utf8.split(separator: 0x2C) }) { read(directive) }
    }

    private mutating func read(_ directive: Substring.UTF8View) {
        let parts = directive.split(separator: 0x3D, maxSplits: 1)
        let words = parts.map { part in String(decoding: part.filter { $0 > 0x22 }, as: UTF8.self) }
        switch words.first?.lowercased() {
        case "no-store", "no-cache": mustAsk = true
        case "max-age":
            guard words.count == 2, let seconds = deltaSeconds(words[1]) else { return mustAsk = true }
            maxAge = min(maxAge ?? seconds, seconds)
        default: break
        }
    }
}

/// Reads a count of seconds: digits alone; a count too large to hold becomes 2³¹, `nil` is anything else.
///
/// Source: RFC 9111 §1.2.2.
nonisolated func deltaSeconds(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return min(Int64(text) ?? 1 << 31, 1 << 31)
}
