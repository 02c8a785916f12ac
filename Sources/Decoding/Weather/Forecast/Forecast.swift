public import Records

/// A general forecast for a position, in one form for all services: °C, knots, millimetres, hectopascals.
public struct Forecast: Sendable {
    /// The service: `open-meteo`, `met-norway` or `nws`.
    public let provider: String
    /// Where it holds.
    public let position: Position
    /// How high that lies, metres; `nil` when not said.
    public internal(set) var elevation: Double?
    /// The time zone's name; `nil` when not said.
    public internal(set) var timeZone: String?
    /// When the service made it; `nil` when not said.
    public internal(set) var updated: UTC?
    /// What it is now; `nil` when not said.
    public internal(set) var current: JSON?
    /// Steps of an hour or a few, in order.
    public internal(set) var hourly: [JSON] = []
    /// Days, in order.
    public internal(set) var daily: [JSON] = []
    /// Days and nights with words, in order.
    public internal(set) var periods: [JSON] = []

    init(_ provider: String, _ position: Position) { (self.provider, self.position) = (provider, position) }

    /// Where it holds as a key, to four decimals: `43.7046,-79.4046`.
    public var key: String {
        func text(_ degrees: Double) -> String { JSONWriter.shortest((degrees * 10_000).rounded() / 10_000) }
        return text(position.latitude) + "," + text(position.longitude)
    }

    /// The record of this forecast, keyed by its position.
    public var record: Record {
        let members: JSON = .members([
            "current": current, "daily": list(daily), "elevation": elevation.map(JSON.double),
            "hourly": list(hourly), "latitude": .double(position.latitude),
            "longitude": .double(position.longitude), "periods": list(periods), "provider": .string(provider),
            "timeZone": timeZone.map(JSON.string), "updated": updated.map { .string($0.description) },
        ])
        return Record(key: key, position: position, data: members.canonicalBytes)
    }

    private func list(_ steps: [JSON]) -> JSON? { steps.isEmpty ? nil : .array(steps) }
}
