public import Records

extension UTC {
    /// Parses the moment of a briefing: `1530Z` and `15:30Z`, the next one from an hour ago on; `301530Z`, the
    /// next one on this day of a month; or a moment as people write it elsewhere, such as
    /// `2026-11-30T15:30:00Z`. Returns `nil` for anything else.
    ///
    /// Times without a zone are in UTC, as pilots write them.
    public init?(briefed text: String, now: UTC) {
        let digits = text.hasSuffix("Z") || text.hasSuffix("z") ? text.dropLast() : text[...]
        let isPlain = !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit)
        let earliest = now - .seconds(3600)
        if isPlain, digits.utf8.count == 4 {
            let hour = Int(digits.prefix(2)) ?? 99
            guard let moment = UTC.next(hour, Int(digits.suffix(2)) ?? 99, from: earliest) else { return nil }
            self = moment
        } else if isPlain, digits.utf8.count == 6 {
            guard let moment = UTC.next(onDay: digits, from: earliest) else { return nil }
            self = moment
        } else if digits.utf8.count == 5, digits.dropFirst(2).first == ":" {
            self.init(briefed: "\(digits.prefix(2))\(digits.suffix(2))Z", now: now)
        } else {
            self.init(said: text, now: now, zone: .utc)
        }
    }

    /// Returns the first moment from another one on that clocks in UTC show so; `nil` if they show no such
    /// time.
    private static func next(_ hour: Int, _ minute: Int, from earliest: UTC) -> UTC? {
        guard hour < 24, minute < 60 else { return nil }
        let midnight = UTC(seconds: earliest.seconds - (earliest.seconds % 86_400 + 86_400) % 86_400)
        let moment = midnight + .seconds(hour * 3600 + minute * 60)
        return moment >= earliest ? moment : moment + .seconds(86_400)
    }

    /// Returns the first moment from another one on with a day of the month, an hour and a minute.
    private static func next(onDay digits: Substring, from earliest: UTC) -> UTC? {
        let day = Int(digits.prefix(2)) ?? 0
        guard
            let first = next(
                Int(digits.dropFirst(2).prefix(2)) ?? 99, Int(digits.suffix(2)) ?? 99, from: earliest)
        else { return nil }
        // Some days occur only every other month.
        return (0..<62).lazy.map { first + .seconds($0 * 86_400) }.first { Zone.utc.fields($0).day == day }
    }
}
