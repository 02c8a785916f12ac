public import Records

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
