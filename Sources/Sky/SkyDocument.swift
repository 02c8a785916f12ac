import Glibc
public import Records

/// The celestial body of a computed source.
public enum SkyBody: String, CaseIterable, Sendable {
    case sun
    case moon

    /// The name in records.
    var title: String { self == .sun ? "Sun" : "Moon" }
}

/// The times of a body at a place for a day and the week after it, as a JSON document.
///
/// An element has the members of the properties in MET Norway's service Sunrise 3.0, and others. An event that
/// the day lacks has a member `none` with the reason, so that it differs from one that is not known.
public struct SkyDocument: Sendable {
    /// The number of days after the first one.
    public static let daysAhead = 7

    /// The body.
    public let body: SkyBody
    /// The place.
    public let position: Position

    /// Describes the document of a body at a place.
    public init(of body: SkyBody, at position: Position) {
        self.body = body
        self.position = position
    }

    /// Returns the document for the date of a moment, and those after it.
    ///
    /// - Returns: An array with an object for each date, in UTF-8.
    public func bytes(at moment: UTC) -> [UInt8] {
        let today = SolarDate(of: moment, at: position)
        let days = (0...SkyDocument.daysAhead).map { element(today.later(byDays: $0), ahead: $0) }
        return JSON.array(days).canonicalBytes
    }

    private func element(_ date: SolarDate, ahead days: Int) -> JSON {
        let key = body.title + (days == 0 ? "" : "+\(days)")
        let head: [JSON.Member] = [
            JSON.Member("key", .string(key)), JSON.Member("body", .string(body.title)),
            JSON.Member("date", .string(date.text)),
        ]
        return .object(head + (body == .sun ? sun(date) : moon(date)))
    }
}

/// The Sun.
extension SkyDocument {
    private func sun(_ date: SolarDate) -> [JSON.Member] {
        let path = SunPath(around: date.noon, at: position)
        let rise = path.rise(to: .horizon)
        let set = path.fall(to: .horizon)
        let reason = SkyDocument.reason(rise, set)
        return [
            JSON.Member("course", .string(SkyDocument.course(rise.moment, set.moment, otherwise: reason))),
            JSON.Member("sunrise", event(rise.moment, otherwise: reason)),
            JSON.Member("sunset", event(set.moment, otherwise: reason)),
            JSON.Member("solarnoon", culmination(of: path.zenith)),
            JSON.Member("solarmidnight", culmination(of: path.nadir)),
            JSON.Member("civil", SkyDocument.twilight(.civil, on: path)),
            JSON.Member("nautical", SkyDocument.twilight(.nautical, on: path)),
            JSON.Member("astronomical", SkyDocument.twilight(.astronomical, on: path)),
        ]
    }

    private func event(_ moment: UTC?, otherwise reason: String) -> JSON {
        guard let moment else { return ["none": .string(reason)] }
        return event(moment, azimuth: Sun(at: moment).direction(from: position).azimuth)
    }

    private func culmination(of moment: UTC) -> JSON {
        let altitude = Sun(at: moment).direction(from: position).altitude
        return culmination(
            at: moment, altitude: altitude, isVisible: SunTimes.isDay(at: moment, position: position))
    }

    private static func twilight(_ limit: SunPath.Limit, on path: SunPath) -> JSON {
        [
            "dawn": time(path.rise(to: limit)),
            "dusk": time(path.fall(to: limit)),
        ]
    }

    private static func time(_ crossing: SunPath.Crossing) -> JSON {
        if let moment = crossing.moment { return ["time": text(moment)] }
        if case .above = crossing { return ["none": "light all night"] }
        return ["none": "dark all day"]
    }

    /// Returns the reason why a day lacks a rise or a set: the Sun that crosses the horizon once is neither up
    /// nor down all day.
    private static func reason(_ rise: SunPath.Crossing, _ set: SunPath.Crossing) -> String {
        guard rise.moment == nil, set.moment == nil else { return "not on this day" }
        if case .above = rise { return "up all day" }
        return "down all day"
    }
}

/// The Moon.
extension SkyDocument {
    private func moon(_ date: SolarDate) -> [JSON.Member] {
        let times = MoonTimes(around: date.noon, at: position)
        let phase = MoonPhase(at: date.noon)
        let course = SkyDocument.course(times.moonrise, times.moonset, otherwise: SkyDocument.reason(times))
        return [
            JSON.Member("course", .string(course)),
            JSON.Member("moonrise", event(times.moonrise, of: times)),
            JSON.Member("moonset", event(times.moonset, of: times)),
            JSON.Member("high_moon", culmination(of: times.high)),
            JSON.Member("low_moon", culmination(of: times.low)),
            JSON.Member("moonphase", SkyDocument.number(MoonPhase(at: date.start).fraction * 360)),
            JSON.Member("phase", .string(phase.name)),
            JSON.Member("illumination", SkyDocument.number(phase.illumination * 100)),
        ]
    }

    private func event(_ moment: UTC?, of times: MoonTimes) -> JSON {
        guard let moment else { return ["none": .string(SkyDocument.reason(times))] }
        return event(moment, azimuth: Moon(at: moment).azimuth(from: position))
    }

    private func culmination(of moment: UTC?) -> JSON {
        guard let moment else { return ["none": "not on this day"] }
        let moon = Moon(at: moment)
        return culmination(
            at: moment, altitude: moon.altitude(from: position), isVisible: moon.isUp(at: position))
    }

    private static func reason(_ times: MoonTimes) -> String {
        guard times.moonrise == nil, times.moonset == nil else { return "not on this day" }
        return times.startsUp ? "up all day" : "down all day"
    }
}

/// The forms of values.
extension SkyDocument {
    /// Returns the words for the course of a body on a day; `reason` if it neither rises nor sets.
    private static func course(_ rise: UTC?, _ set: UTC?, otherwise reason: String) -> String {
        switch (rise, set) {
        case (_?, _?): "rise and set"
        case (_?, nil): "no set"
        case (nil, _?): "no rise"
        case (nil, nil): reason
        }
    }

    private func event(_ moment: UTC, azimuth: Double) -> JSON {
        ["time": SkyDocument.text(moment), "azimuth": SkyDocument.number(azimuth)]
    }

    private func culmination(at moment: UTC, altitude: Double, isVisible: Bool) -> JSON {
        [
            "time": SkyDocument.text(moment), "disc_centre_elevation": SkyDocument.number(altitude),
            "visible": .bool(isVisible),
        ]
    }

    /// Returns a moment to the minute: the formulas are no better.
    private static func text(_ moment: UTC) -> JSON { .string(moment.toMinute.description) }

    /// Returns a number with two decimals.
    private static func number(_ value: Double) -> JSON { .double((value * 100).rounded() / 100) }
}
