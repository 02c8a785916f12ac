public import Records

/// The freshness lifetime of an answer, according to the upstream.
///
/// Source: RFC 9111 §4.2, RFC 9110 §10.2.3.
public nonisolated struct Freshness: Hashable, Sendable {
    /// The longest delay that an upstream can demand.
    static let longestDelay: Duration = .seconds(86_400)
    private static let longestStaleness: Duration = .seconds(366 * 86_400)

    /// The time when the response was generated, by the upstream's clock (`Date`); `nil` if absent or
    /// invalid.
    public let date: UTC?
    /// The time for which the answer stays fresh after its receipt; 0 if it must be requested each time,
    /// `nil` if the upstream states none.
    public let lifetime: Duration?
    /// The time to wait before the next request (`Retry-After`), 0…24 h; `nil` if absent or invalid.
    public let retryAfter: Duration?
    /// The validators that an answer without a document states, which replace those of the stored one.
    ///
    /// Source: RFC 9111, section 4.3.4.
    public var validators = Validators()
    /// The time for which caches on the way kept the answer for longer than the upstream allows, at most 366
    /// days: what it states is as old at its receipt.
    public var staleness = Duration.zero

    /// Creates a freshness from its parts.
    public init(date: UTC? = nil, lifetime: Duration? = nil, retryAfter: Duration? = nil) {
        self.date = date
        self.lifetime = lifetime
        self.retryAfter = retryAfter
    }

    /// Reads the freshness of a response.
    ///
    /// Times are compared with the upstream's own clock if it sent one, so that a wrong clock on either side
    /// does no harm.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the response.
    ///   - received: The time of receipt, by our clock.
    public init(_ headers: Headers, received: UTC) {
        let date = headers["date"].flatMap { UTC(httpDate: $0) }
        self.init(
            date: date, lifetime: Freshness.lifetime(headers, now: date ?? received),
            retryAfter: Freshness.retryAfter(headers, now: date ?? received))
        staleness = Freshness.staleness(headers, now: date ?? received)
    }

    /// Returns how much longer caches kept an answer than the upstream allows.
    ///
    /// Source: RFC 9111 §4.2.4 and §5.1.
    private static func staleness(_ headers: Headers, now: UTC) -> Duration {
        let age = Duration.seconds(Freshness.age(headers))
        let control = CacheControl(headers.all("cache-control"))
        let limit = headers["expires"].flatMap { UTC(httpDate: $0) }.map { $0 - now }
        let stated = control.maxAge.map { Duration.seconds($0) } ?? limit ?? .zero
        let allowed = control.mustAsk ? .zero : max(.zero, stated)
        return min(max(.zero, age - allowed), longestStaleness)
    }

    /// Returns the seconds for which caches kept an answer; 0 if none states it.
    private static func age(_ headers: Headers) -> Int64 { headers["age"].flatMap { deltaSeconds($0) } ?? 0 }

    private static func lifetime(_ headers: Headers, now: UTC) -> Duration? {
        let control = CacheControl(headers.all("cache-control"))
        if control.mustAsk { return .zero }
        let age = Freshness.age(headers)
        if let maxAge = control.maxAge { return .seconds(max(0, maxAge - age)) }
        guard let expires = headers["expires"] else { return nil }
        guard let moment = UTC(httpDate: expires) else { return .zero }
        return max(.zero, moment - now - .seconds(age))
    }

    private static func retryAfter(_ headers: Headers, now: UTC) -> Duration? {
        guard let text = headers["retry-after"] else { return nil }
        let delay = deltaSeconds(text).map { Duration.seconds($0) } ?? UTC(httpDate: text).map { $0 - now }
        return delay.map { min(max($0, .zero), longestDelay) }
    }
}
