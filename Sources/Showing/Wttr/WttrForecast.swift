import AlmanacValues
import Records

/// The hours and days of a record of `Kind=forecast`.
struct WttrForecast {
    private let data: JSON
    private let hours: [(time: UTC, data: JSON)]

    init(_ item: Item) {
        data = item.data
        hours = (item.data["hourly"]?.array ?? []).compactMap { step in
            step["time"]?.utc.map { ($0, step) }
        }
    }

    /// Returns the present weather: the current state, unless it is older than two hours, and the hour of
    /// now; `nil` if there is neither.
    func conditions(at now: UTC) -> WttrConditions? {
        let hour = hours.last { $0.time <= now && now < WttrForecast.end(of: $0.data, from: $0.time) }
        let current = data["current"].map { WttrConditions(step: $0) }.flatMap { state in
            let age = now - (state.time ?? now)
            return age < .seconds(7200) && age > .seconds(-7200) ? state : nil
        }
        let hourly = hour.map { WttrConditions(step: $0.data) }
        return current?.filled(from: hourly) ?? hourly
    }

    /// Returns up to three days from today: those of the forecast, or else those to which its hours belong.
    func days(from now: UTC, in zone: Zone) -> [WttrDay] {
        let today = zone.date(now)
        let daily = (data["daily"]?.array ?? []).compactMap { day in date(day, in: zone).map { ($0, day) } }
        let named = Dictionary(daily, uniquingKeysWith: { first, _ in first })
        let grouped = Dictionary(grouping: hours) { zone.date($0.time) }
        let dates = Set(named.keys).union(grouped.keys).filter { !$0.precedes(today) }
        return dates.sorted { $0.precedes($1) }.prefix(3).map { date in
            WttrDay(date: date, data: named[date], hours: grouped[date] ?? [])
        }
    }

    private func date(_ day: JSON, in zone: Zone) -> String? {
        if let date = day["date"]?.string, UTC(iso8601: date) != nil { return String(date.prefix(10)) }
        return day["time"]?.utc.map(zone.date)
    }

    /// Returns the end of an hour.
    static func end(of step: JSON, from time: UTC) -> UTC {
        step["until"]?.utc ?? time + .seconds(3600)
    }
}

/// A day of a forecast.
struct WttrDay {
    /// The date in local time, such as `2026-11-20`.
    let date: String
    /// The values of the whole day; `nil` if the service only has hours.
    let data: JSON?
    /// The hours of the day, in order.
    let hours: [(time: UTC, data: JSON)]

    private var temperatures: [Double] { hours.compactMap { $0.data["temperature"]?.double } }

    /// The highest temperature, in degrees Celsius.
    var maximum: Double? { data?["maximumTemperature"]?.double ?? temperatures.max() }

    /// The lowest temperature, in degrees Celsius.
    var minimum: Double? { data?["minimumTemperature"]?.double ?? temperatures.min() }

    /// The mean of the hours, or else of the highest and the lowest temperature, in degrees Celsius.
    var average: Double? {
        let all = temperatures.isEmpty ? [minimum, maximum].compactMap(\.self) : temperatures
        return all.isEmpty ? nil : all.reduce(0, +) / Double(all.count)
    }

    /// The greatest index of ultraviolet radiation.
    var ultravioletIndex: Double? {
        data?["ultravioletIndex"]?.double ?? hours.compactMap { $0.data["ultravioletIndex"]?.double }.max()
    }

    /// The amount of new snow, in centimetres.
    var snow: Double? { data?["snowfall"]?.double }
}
