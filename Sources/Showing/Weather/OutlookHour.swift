package import AlmanacValues
package import Records

/// A step of a general forecast, usually an hour.
package struct OutlookHour {
    /// The start.
    package let time: UTC
    /// The end, after the start.
    package let until: UTC
    /// The step as in the record.
    package let data: JSON

    /// The temperature in °C; `nil` if unknown.
    package var temperature: Double? { usual("temperature") }
    /// The precipitation in millimetres; `nil` if unknown.
    package var precipitation: Double? { usual("precipitation").map { max(0, $0) } }
    /// The probability of precipitation in percent; `nil` if unknown.
    package var probability: Double? { usual("precipitationProbability").map { max(0, min(100, $0)) } }
    /// The share of the sky that is covered, in percent; `nil` if unknown.
    package var cloudCover: Double? { usual("cloudCover").map { max(0, min(100, $0)) } }
    /// The length in hours.
    package var hours: Double { Double((until - time).microseconds) / 3.6e9 }

    /// Returns the steps of a record, in order; a step without an end lasts until the next one, or an hour.
    package static func all(_ item: Item) -> [OutlookHour] {
        let steps = (item.data["hourly"]?.array ?? []).prefix(1000).compactMap { data in
            data["time"]?.utc.map { (time: $0, data: data) }
        }.sorted { $0.time < $1.time }
        return steps.enumerated().compactMap { index, step in
            let next = index + 1 < steps.count ? steps[index + 1].time : nil
            let longest = step.time + .seconds(6 * 3600)
            let until = step.data["until"]?.utc ?? next ?? step.time + .seconds(3600)
            // A forecast may state the rain of more hours than it has until its next step.
            let end = min(until, next ?? until, longest)
            return end > step.time ? OutlookHour(time: step.time, until: end, data: step.data) : nil
        }
    }

    /// Returns those steps of a record that are not over, in order.
    package static func ahead(_ item: Item, at now: UTC) -> [OutlookHour] {
        all(item).filter { $0.until > now }
    }

    /// Returns the precipitation in millimetres per hour; `nil` if unknown.
    package var rate: Double? {
        let end = data["until"]?.utc ?? until
        let hours = max(1, min(24, Double((end - time).microseconds) / 3.6e9))
        return precipitation.map { $0 / hours }
    }

    private func usual(_ name: String) -> Double? {
        data[name]?.double.flatMap { abs($0) < 1e6 ? $0 : nil }
    }

    /// The age up to which the weather that a service states counts as the present one.
    private static let mostAge = Duration.seconds(3600)

    /// Returns the present weather in words: as the service states it, unless that is older than an hour or of an
    /// unknown time, or else that of the present step; empty if it is not known.
    package static func presentWords(of item: Item, on paper: Paper) -> [String] {
        let present = all(item).first { $0.time <= paper.now && paper.now < $0.until }
        let stated = item.data["current"].flatMap { current in
            let age = current["time"]?.utc.map { paper.now - $0 }
            return age.map { $0 <= mostAge && $0 >= .zero - mostAge } ?? false ? current : nil
        }
        let words = [stated, present?.data].compactMap(\.self).map {
            OutlookStep($0, on: paper).words
        }
        return words.first { !$0.isEmpty } ?? []
    }
}

/// The days of a general forecast; where a service states none, they are made of the hours.
package struct OutlookDays {
    private let item: Item

    /// Makes the days of a record of `Kind=forecast`.
    package init(_ item: Item) { self.item = item }

    /// Returns the steps of the days from the present on, in order.
    package func steps(on paper: Paper) -> [JSON] {
        let stated = (item.data["daily"]?.array ?? []).filter { isAhead($0, on: paper) }.prefix(16)
        if !stated.isEmpty { return Array(stated) }
        let ahead = OutlookHour.ahead(item, at: paper.now)
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
