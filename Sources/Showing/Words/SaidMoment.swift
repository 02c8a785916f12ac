public import Records

extension UTC {
    /// Parses a moment as people write it: `now`, `today`, `yesterday`, `2h`, `30 min ago`, `-1week`, `14:02`,
    /// `2026-11-03`, `2026-11-03 14:02` in local time, whose name may follow (`14:02 EST`), `14:02Z`, or RFC
    /// 3339; returns `nil` for anything else.
    public init?(said text: String, now: UTC, zone: Zone) {
        let words = text.split(separator: " ").map(String.init)
        let isAgo = words.count > 1 && words.last == "ago"
        let before = (isAgo ? words.dropLast() : words[...]).joined()
        if let span = Duration(said: before.hasPrefix("-") ? String(before.dropFirst()) : before) {
            self = now - span
        } else if text.hasSuffix("Z") || text.contains("+"), let exact = UTC(iso8601: text) {
            self = exact
        } else if let moment = UTC.marked(text, at: now, in: .utc) ?? UTC.marked(text, at: now, in: zone) {
            self = moment
        } else if let local = UTC.local(text, at: now, in: zone) {
            self = local
        } else {
            return nil
        }
    }

    /// Parses a moment that the name of the zone's local time follows.
    private static func marked(_ text: String, at now: UTC, in zone: Zone) -> UTC? {
        let end = text.hasSuffix("Z") ? text.index(before: text.endIndex) : text.lastIndex(of: " ")
        guard let end, let moment = local(String(text[..<end]), at: now, in: zone),
            String(text[end...]) == zone.mark(moment)
        else { return nil }
        return moment
    }

    private static func local(_ text: String, at now: UTC, in zone: Zone) -> UTC? {
        let today = zone.date(now)
        switch text {
        case "now": return now
        case "today": return zone.moment(UTC(iso8601: today))
        case "yesterday": return zone.moment(UTC(iso8601: today)).map { $0 - .seconds(86_400) }
        default: return zone.moment(UTC(iso8601: text) ?? UTC(iso8601: "\(today) \(text)"))
        }
    }
}

extension Zone {
    /// Returns the moment at which the local clock shows the UTC fields of `clock`.
    fileprivate func moment(_ clock: UTC?) -> UTC? {
        guard let clock else { return nil }
        let shifted = fields(clock)
        guard let seen = UTC(shifted) else { return nil }
        return clock - (seen - UTC(seconds: clock.seconds))
    }
}

extension Duration {
    /// Parses a duration such as `30s`, `15min`, `2h`, `3 days`, `1w`; returns `nil` for anything else.
    ///
    /// Source: systemd.time(7), without months and years.
    public init?(said text: String) {
        let digits = text.prefix { $0.isNumber }
        guard let count = Int(digits), !digits.isEmpty, count < 1_000_000 else { return nil }
        let units = [
            "s": 1, "sec": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "minute": 60, "minutes": 60,
            "h": 3600, "hr": 3600, "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
            "w": 604_800, "week": 604_800, "weeks": 604_800,
        ]
        guard let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        self = .seconds(count * unit)
    }
}

/// Returns a duration in the largest sufficient unit: `42 s`, `5 min`, `3 h`, `2 d`.
public func span(_ duration: Duration) -> String {
    let seconds = duration.microseconds.magnitude / 1_000_000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
}

extension Paper {
    /// Returns an age, such as `5 min ago`; `now` within a second, `in 5 min` for a future moment.
    public func age(_ moment: UTC) -> String {
        let passed = now - moment
        if passed.microseconds.magnitude < 1_000_000 { return "now" }
        return passed > .zero ? "\(span(passed)) ago" : "in \(span(passed))"
    }

    /// Returns the time until a moment: `in 5 min`; `now` if it has passed.
    public func wait(_ moment: UTC) -> String { moment <= now ? "now" : "in \(span(moment - now))" }

    /// Returns a moment with the day unless it is today: `Mon 12:13 EST`; for pilots, local time follows:
    /// `17:13Z (12:13 EST)`.
    public func when(_ moment: UTC) -> String {
        let time = zone.when(moment, from: now)
        guard let localZone, localZone.offset(at: moment) != 0 else { return time }
        return "\(time) (\(localZone.when(moment, from: now)))"
    }

    /// Returns a moment with its age: `12:13 EST, 5 min ago`.
    public func moment(_ moment: UTC) -> String { "\(when(moment)), \(age(moment))" }
}
