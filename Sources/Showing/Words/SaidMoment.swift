public import Records

extension UTC {
    /// Parses a moment as people write it: `now`, `today`, `yesterday`, `2h`, `30 min ago`, `14:02`,
    /// `2026-11-03`, `2026-11-03 14:02` in local time, whose name may follow (`14:02 EST`), `14:02Z`, or RFC
    /// 3339; returns `nil` for anything else.
    public init?(said text: String, now: UTC, zone: Zone) {
        let words = text.split(separator: " ").map(String.init)
        let isAgo = words.count > 1 && words.last == "ago"
        if let span = Duration(said: (isAgo ? words.dropLast() : words[...]).joined()) {
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
    /// Parses a duration such as `30s`, `15min`, `2h`, `3d`, `1w`; returns `nil` for anything else.
    public init?(said text: String) {
        let digits = text.prefix { $0.isNumber }
        guard let count = Int(digits), !digits.isEmpty, count < 1_000_000 else { return nil }
        let units = [
            "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "hours": 3600, "d": 86_400, "days": 86_400,
            "w": 604_800, "weeks": 604_800,
        ]
        guard let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        self = .seconds(count * unit)
    }
}
