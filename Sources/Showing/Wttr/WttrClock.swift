public import Records

/// The local time of an answer in a format of wttr.in.
public struct WttrClock: Sendable {
    /// The current time.
    public var now: UTC
    /// The zone of all times that are printed.
    public var zone: Zone
    /// The name of the zone, such as `America/New_York`, which `%Z` prints; `nil` for its offset from UTC.
    public var zoneName: String?

    /// Makes a clock.
    public init(now: UTC, zone: Zone, zoneName: String? = nil) {
        self.now = now
        self.zone = zone
        self.zoneName = zoneName
    }

    /// The time of day with the offset from UTC, such as `09:07:00-0500`.
    var timeWithOffset: String { zone.plainClock(now) + offset(separator: "") }

    /// The name of the zone, or else `UTC` or `UTC-05:00`.
    var shownZone: String {
        if let zoneName { return visible(zoneName) }
        return secondsEast == 0 ? "UTC" : "UTC" + offset(separator: ":")
    }

    private func offset(separator: String) -> String {
        let minutes = abs(secondsEast) / 60
        let sign = secondsEast < 0 ? "-" : "+"
        return sign + twoDigits(minutes / 60) + separator + twoDigits(minutes % 60)
    }

    /// The offset of local time from UTC now, in seconds.
    private var secondsEast: Int { UTC(zone.fields(now)).map { Int($0.seconds - now.seconds) } ?? 0 }
}
