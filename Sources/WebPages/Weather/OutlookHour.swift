import AlmanacValues
import Records
import Showing

/// A step of a general forecast, usually an hour.
struct OutlookHour {
    /// The start.
    let time: UTC
    /// The end, after the start.
    let until: UTC
    /// The step as in the record.
    let data: JSON

    /// The temperature in °C; `nil` if unknown.
    var temperature: Double? { usual("temperature") }
    /// The precipitation in millimetres; `nil` if unknown.
    var precipitation: Double? { usual("precipitation").map { max(0, $0) } }
    /// The probability of precipitation in percent; `nil` if unknown.
    var probability: Double? { usual("precipitationProbability").map { max(0, min(100, $0)) } }
    /// The share of the sky that is covered, in percent; `nil` if unknown.
    var cloudCover: Double? { usual("cloudCover").map { max(0, min(100, $0)) } }
    /// The length in hours.
    var hours: Double { Double((until - time).microseconds) / 3.6e9 }

    /// Returns the steps of a record, in order; a step without an end lasts until the next one, or an hour.
    static func all(_ item: Item) -> [OutlookHour] {
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

    /// Returns the precipitation in millimetres per hour; `nil` if unknown.
    var rate: Double? {
        let end = data["until"]?.utc ?? until
        let hours = max(1, min(24, Double((end - time).microseconds) / 3.6e9))
        return precipitation.map { $0 / hours }
    }

    private func usual(_ name: String) -> Double? {
        data[name]?.double.flatMap { abs($0) < 1e6 ? $0 : nil }
    }

    /// Returns the present weather in words: as the service states it, or else that of the present step.
    static func presentWords(of item: Item, on paper: Paper) -> [String] {
        let present = all(item).first { $0.time <= paper.now && paper.now < $0.until }
        let words = [item.data["current"], present?.data].compactMap(\.self).map {
            OutlookStep($0, on: paper).words
        }
        return words.first { !$0.isEmpty } ?? []
    }
}
