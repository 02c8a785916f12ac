import AlmanacValues
import Records
import Showing

/// The days of a general forecast; where a service states none, they are made of the hours.
struct OutlookDays {
    /// The record of the forecast.
    let item: Item

    /// Returns the steps of the days from the present on, in order.
    func steps(on paper: Paper) -> [JSON] {
        let stated = (item.data["daily"]?.array ?? []).filter { isAhead($0, on: paper) }.prefix(16)
        if !stated.isEmpty { return Array(stated) }
        let ahead = OutlookHour.all(item).filter { $0.until > paper.now }
        let days = Dictionary(grouping: ahead) { paper.zone.date($0.time) }
        let complete = days.filter { $0.value.reduce(0) { $0 + $1.hours } >= 6 }
        return complete.sorted { $0.key < $1.key }.prefix(16).map { day($0.key, $0.value, paper.zone) }
    }

    private func isAhead(_ step: JSON, on paper: Paper) -> Bool {
        guard let time = step["time"]?.utc else { return step["date"] != nil }
        return (step["until"]?.utc ?? time + .seconds(86_400)) > paper.now
    }

    /// Returns a day with the extremes of its hours and the weather at noon.
    private func day(_ date: String, _ hours: [OutlookHour], _ zone: Zone) -> JSON {
        let temperatures = hours.compactMap(\.temperature)
        let rain = hours.compactMap { hour in hour.rate.map { $0 * hour.hours } }
        let windiest = hours.compactMap { $0.data["wind"] }.max {
            $0["speed"]?.double ?? 0 < $1["speed"]?.double ?? 0
        }
        let noon = hours.min { distance(fromNoon: $0.time, zone) < distance(fromNoon: $1.time, zone) }
        let members: [(String, JSON?)] = [
            ("date", .string(date)), ("minimumTemperature", temperatures.min().map(JSON.double)),
            ("maximumTemperature", temperatures.max().map(JSON.double)),
            ("precipitation", rain.isEmpty ? nil : .double(rain.reduce(0, +))),
            ("precipitationProbability", hours.compactMap(\.probability).max().map(JSON.double)),
            ("wind", windiest), ("summary", noon?.data["summary"]), ("symbol", noon?.data["symbol"]),
            ("weatherCode", noon?.data["weatherCode"]),
        ]
        return .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
    }

    private func distance(fromNoon moment: UTC, _ zone: Zone) -> Int { abs(zone.fields(moment).hour - 12) }
}
