import Records
import Sky

/// The weather of a place as JSON of wttr.in.
///
/// All values are text. Unknown values are empty, except chances, which clients read as numbers: they are 0.
///
/// Source: chubin/wttr.in, internal/domain/weather.go.
struct WttrDocument {
    let conditions: WttrConditions
    let place: WttrPlace
    let clock: WttrClock
    let days: [WttrDay]

    /// Returns the document; `j2` has no hours.
    func json(hasHours: Bool) -> JSON {
        [
            "current_condition": [.object(current)], "nearest_area": [.object(area)],
            "request": [.object(request)], "weather": .array(shownDays.map { day($0, hasHours: hasHours) }),
        ]
    }

    private var current: [JSON.Member] {
        let isDay = conditions.isDay(at: clock.now, position: place.position)
        let members = WttrMembers(conditions: conditions, isDay: isDay)
        let local = conditions.time.map { "\(clock.zone.date($0)) \(clock.zone.halfDay($0))" }
        let times: [JSON.Member] = [
            .text("localObsDateTime", local),
            .text("observation_time", conditions.time.map(Zone.utc.halfDay)),
        ]
        return members.common + members.temperatures("temp_", conditions.temperature) + times
    }

    private var area: [JSON.Member] {
        [
            .list("areaName", place.name), .list("country", place.country), .list("region", place.region),
            .text("latitude", place.position.map { decimals($0.latitude, 3) }),
            .text("longitude", place.position.map { decimals($0.longitude, 3) }),
            .text("population", "0"), .list("weatherUrl", ""),
        ]
    }

    private var request: [JSON.Member] {
        guard let position = place.position else {
            return [.text("query", place.name), .text("type", "City")]
        }
        let query = "Lat \(decimals(position.latitude, 2)) and Lon \(decimals(position.longitude, 2))"
        return [.text("query", query), .text("type", "LatLon")]
    }

    /// The days of the forecast; without one, today with what is known of it.
    private var shownDays: [WttrDay] {
        days.isEmpty ? [WttrDay(date: clock.zone.date(clock.now), data: nil, hours: [])] : days
    }

    private func day(_ day: WttrDay, hasHours: Bool) -> JSON {
        let members = WttrMembers(conditions: WttrConditions(), isDay: true)
        let temperatures = [("avgtemp", day.average), ("maxtemp", day.maximum), ("mintemp", day.minimum)]
        let rest: [JSON.Member] = [
            JSON.Member("astronomy", [.object(astronomy(day.date))]), .text("date", day.date),
            .text("sunHour", nil), .text("totalSnow_cm", day.snow.map(tenths)),
            .text("uvIndex", day.ultravioletIndex.map(whole)),
        ]
        let hours = WttrHours(day: day, zone: clock.zone, position: place.position)
        let hourly = hasHours ? [JSON.Member("hourly", hours.json)] : []
        return .object(temperatures.flatMap { members.temperatures($0, $1) } + rest + hourly)
    }

    /// Returns the times of the Sun and the phase of the Moon at noon of a date.
    private func astronomy(_ date: String) -> [JSON.Member] {
        let noon = clock.zone.moment(of: date, hour: 12) ?? clock.now
        let moon = MoonPhase(at: noon)
        let times = place.position.map { MoonTimes(on: noon, in: clock.zone, at: $0) }
        let sun = place.position.map { SunTimes(on: noon, in: clock.zone, at: $0) }
        return [
            .text("moon_illumination", whole(moon.illumination * 100)), .text("moon_phase", moon.name),
            .text("moonrise", times.map { $0.moonrise.map(clock.zone.halfDay) ?? "No moonrise" }),
            .text("moonset", times.map { $0.moonset.map(clock.zone.halfDay) ?? "No moonset" }),
            .text("sunrise", sun.map { $0.sunrise.map(clock.zone.halfDay) ?? "No sunrise" }),
            .text("sunset", sun.map { $0.sunset.map(clock.zone.halfDay) ?? "No sunset" }),
        ]
    }

    private func decimals(_ value: Double, _ count: Int) -> String {
        let scale = count == 2 ? 100 : 1000
        let number = nearest(value * Double(scale))
        let rest = String(abs(number) % scale)
        let zeros = String(repeating: "0", count: count - rest.utf8.count)
        return (number < 0 ? "-" : "") + "\(abs(number) / scale).\(zeros)\(rest)"
    }
}

extension Zone {
    /// Returns the time of day on a clock of twelve hours, such as `09:07 AM`.
    func halfDay(_ moment: UTC) -> String {
        let f = fields(moment)
        let hour = f.hour % 12 == 0 ? 12 : f.hour % 12
        return "\(twoDigits(hour)):\(twoDigits(f.minute)) \(f.hour < 12 ? "AM" : "PM")"
    }

    /// Returns the moment at which local clocks show an hour of a date, by the offset at that time; `nil` if
    /// the text is not a date.
    func moment(of date: String, hour: Int) -> UTC? {
        guard let clock = UTC(iso8601: date).map({ $0 + .seconds(hour * 3600) }),
            let seen = UTC(fields(clock))
        else { return nil }
        let offset: Duration = seen - clock
        return clock - offset
    }
}
