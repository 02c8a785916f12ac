public import Records

/// A weather forecast for a position, in the same form for all services: °C, knots, millimetres,
/// hectopascals.
public struct Forecast: Sendable {
    /// The service: `open-meteo`, `met-norway` or `nws`.
    public let provider: String
    /// The position.
    public let position: Position
    /// The elevation of the position, in metres; `nil` if not given.
    public internal(set) var elevation: Double?
    /// The name of the time zone; `nil` if not given.
    public internal(set) var timeZone: String?
    /// The time of the forecast's last update; `nil` if not given.
    public internal(set) var updated: UTC?
    /// The present conditions; `nil` if not given.
    public internal(set) var current: JSON?
    /// Steps of one or more hours, in order.
    public internal(set) var hourly: [JSON] = []
    /// Days, in order.
    public internal(set) var daily: [JSON] = []
    /// Days and nights with a description in words, in order.
    public internal(set) var periods: [JSON] = []

    init(from provider: String, at position: Position) {
        self.provider = provider
        self.position = position
    }

    /// The position as a key, to four decimals: `43.7046,-79.4046`.
    public var key: String {
        func text(_ degrees: Double) -> String { JSONWriter.shortest((degrees * 10_000).rounded() / 10_000) }
        return text(position.latitude) + "," + text(position.longitude)
    }

    /// The record of this forecast, with its position as the key.
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
