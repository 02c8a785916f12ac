import AlmanacValues
import HTTPServing
import Records

/// The age of an answer that is made of records, and what is known to be missing in it.
struct AnswerState {
    /// The oldest known time of the last good answer of sources whose records are not current.
    private var oldest: UTC?
    /// Whether that time of one of them is not known.
    private var hasUnknownAge = false
    /// The reasons why records may be missing that were asked for.
    var missing: [String] = []
    /// The sources that would have what is missing, instances of templates.
    var addable: [String] = []
    /// The next time a source of the records is asked; `nil` if that is not planned, or news
    /// can come at any moment.
    var next: UTC?
    /// The time of the last change of the records; `nil` if it is not known.
    var modified: UTC?

    /// The names of the sources of the records.
    let sources: [String]

    /// Makes the state of records of some sources.
    init(_ sources: [Source] = [], _ items: [Item] = []) {
        self.sources = sources.map(\.name)
        // A file, or another almanac, can have news at any moment.
        let arePolled = sources.allSatisfy { $0.host != nil && $0.link == nil }
        next = arePolled ? sources.compactMap { $0.runtime.next ?? $0.runtime.expires }.min() : nil
        modified = (sources.compactMap(\.runtime.changed) + items.compactMap(\.at)).max()
    }

    /// Adds a source whose records are those of its last good answer, at a time that may be unknown.
    mutating func add(stale source: Source) {
        guard let fetched = source.runtime.fetched ?? source.runtime.changed else {
            hasUnknownAge = true
            return
        }
        oldest = min(oldest ?? fetched, fetched)
    }

    /// The last good answer of the oldest source whose records are not current; `nil` if all are, or if it
    /// is not known.
    private var since: UTC? { hasUnknownAge ? nil : oldest }

    /// Whether some of the records are not current.
    var isStale: Bool { hasUnknownAge || oldest != nil }

    /// Whether everything that was asked for is there and current.
    var isCurrent: Bool { !isStale && missing.isEmpty }

    /// Returns the header fields about the age of the answer.
    ///
    /// `Expires` is absolute, so that it stays right while a response is kept.
    ///
    /// Source: RFC 9111, 5.1 (Age), 5.2 (Cache-Control), 5.3 (Expires).
    func headers(now: UTC) -> HTTPResponse.Headers {
        let expires = next.flatMap { $0 > now && !isStale ? $0 : nil }
        var headers: HTTPResponse.Headers = [
            ("Expires", (expires ?? now).httpDate), ("Cache-Control", expires == nil ? "no-cache" : "public"),
        ]
        if let modified { headers.append(("Last-Modified", modified.httpDate)) }
        if let since { headers.append(("Age", String(max(0, now.seconds - since.seconds)))) }
        if let state { headers.append(("Almanac-State", state)) }
        return headers
    }

    /// The faults of the answer, in one line; `nil` if it has none.
    private var state: String? {
        let stale = isStale ? "stale" + (since.map { "; since=\($0)" } ?? "") : nil
        let parts = [stale, AnswerState.incomplete(missing)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the header field with the gaps of an answer in another form; none without gaps.
    static func headers(of gaps: [Gap]) -> HTTPResponse.Headers {
        incomplete(gaps.map { "\($0.source): \($0.words())" }).map { [("Almanac-State", $0)] } ?? []
    }

    /// The most reasons in a header field.
    private static let mostReasons = 20

    /// Returns the value of `Almanac-State` for an answer that may lack something, without characters that a
    /// field cannot have; `nil` without reasons.
    static func incomplete(_ reasons: [String]) -> String? {
        guard !reasons.isEmpty else { return nil }
        let shown = reasons.prefix(mostReasons)
        let more = reasons.count > shown.count ? ["\(reasons.count - shown.count) more"] : []
        let text = (shown + more).joined(separator: ", ")
        let words = String(
            decoding: text.utf8.map { $0.isASCII && !$0.isControl && $0 != .quote ? $0 : .space },
            as: UTF8.self)
        return "incomplete; missing=\"\(words)\""
    }
}

/// The reason why there is no answer.
struct NoAnswer: Error {
    /// The status code.
    let status: Int
    /// The reason for people.
    let message: String
    /// The time after which another attempt makes sense; `nil` if it makes none.
    var retry: Duration?
    /// The sources that would have it, instances of templates.
    var addable: [String] = []

    /// Makes a reason.
    init(_ status: Int, _ message: String, retry: Duration? = nil) {
        self.status = status
        self.message = message
        self.retry = retry
    }

    /// The reason that what was asked for is not known now.
    ///
    /// - Parameters:
    ///   - message: The reason.
    ///   - sources: The sources that may have it.
    ///   - now: The present time.
    /// - Returns: A reason with the time of the next attempt.
    static func unknown(_ message: String, _ sources: [Source], now: UTC) -> NoAnswer {
        let next = sources.compactMap(\.runtime.next).min().map { $0 - now }
        let delay = min(max(next ?? usualDelay, shortestDelay), longestDelay)
        return NoAnswer(503, message, retry: delay)
    }

    private static let shortestDelay = Duration.seconds(5)
    private static let usualDelay = Duration.seconds(60)
    private static let longestDelay = Duration.seconds(3600)

    /// The header fields of the response.
    var headers: HTTPResponse.Headers {
        retry.map { [("Retry-After", String($0.components.seconds))] } ?? []
    }
}
