public import Records

/// How long an answer may be used before asking again is welcome, as the upstream says.
///
/// Source: RFC 9111 §4.2, RFC 9110 §10.2.3.
public nonisolated struct Freshness: Hashable, Sendable {
    /// When the answer was made, by the upstream's clock (`Date`); `nil` when unsaid or unreadable.
    public let date: UTC?
    /// For how long from its receipt the answer stays fresh; 0 when it must be asked for each time, `nil` when
    /// the upstream does not say.
    public let lifetime: Duration?
    /// How long to wait before the next request (`Retry-After`), 0…24 h; `nil` when unsaid or unreadable.
    public let retryAfter: Duration?

    /// Makes a freshness of its parts.
    public init(date: UTC? = nil, lifetime: Duration? = nil, retryAfter: Duration? = nil) {
        (self.date, self.lifetime, self.retryAfter) = (date, lifetime, retryAfter)
    }

    /// Reads the freshness of an answer.
    ///
    /// Moments are compared by the upstream's own clock where it sent one, so that a wrong clock on either side
    /// does no harm.
    ///
    /// - Parameters:
    ///   - headers: The answer's fields.
    ///   - received: When they came, by our clock.
    public init(_ headers: Headers, received: UTC) {
        let date = headers["date"].flatMap { UTC(httpDate: $0) }
        self.init(
            date: date, lifetime: Freshness.lifetime(headers, now: date ?? received),
            retryAfter: Freshness.retryAfter(headers, now: date ?? received))
    }

    private static func lifetime(_ headers: Headers, now: UTC) -> Duration? {
        let control = CacheControl(headers.all("cache-control"))
        if control.mustAsk { return .zero }
        let age = headers["age"].flatMap { deltaSeconds($0) } ?? 0
        if let maxAge = control.maxAge { return .seconds(max(0, maxAge - age)) }
        guard let expires = headers["expires"] else { return nil }
        guard let moment = UTC(httpDate: expires) else { return .zero }
        return max(.zero, moment - now - .seconds(age))
    }

    private static func retryAfter(_ headers: Headers, now: UTC) -> Duration? {
        guard let text = headers["retry-after"] else { return nil }
        let delay = deltaSeconds(text).map { Duration.seconds($0) } ?? UTC(httpDate: text).map { $0 - now }
        return delay.map { min(max($0, .zero), Patience.longest) }
    }
}
