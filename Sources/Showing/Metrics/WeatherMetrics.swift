import AlmanacValues
import Records

/// Returns the metrics of the present weather in reports and forecasts.
///
/// Names and labels of temperature and humidity are those of prometheus-weathermen, except its label
/// `version`, with which each release would start new series; the other names follow them.
func weatherMetrics(of items: [Item], in sources: [Source]) -> [MetricFamily] {
    let known = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
    let places = items.compactMap { item in
        known[item.source].flatMap { source in
            presentWeather(item, kind: source.kind).map {
                (labels: labels(of: item, in: source), data: $0, isReport: source.kind != "forecast")
            }
        }
    }
    var families = quantities.map { MetricFamily("weather_\($0.name)", unit: $0.unit, help: $0.help) }
    var rules = MetricFamily(
        "weather_flight_rules", .stateSet,
        help: "Flight rules, by FAA limits; with unknown, perhaps worse ones.")
    var unknown = MetricFamily("weather_unknown", .stateSet, help: "What the report does not state.")
    var time = MetricFamily(
        "weather_observation_timestamp", unit: "seconds", help: "Time of the report or observation.")
    for (labels, data, isReport) in places {
        for (index, quantity) in quantities.enumerated() {
            families[index].add(quantity.value(data).flatMap { MetricNumber($0) }, labels)
        }
        if isReport {
            rules.add(
                states: states(of: data), of: FlightRules.allCases.map(\.rawValue) + ["unknown"], labels)
            unknown.add(states: unknownFacts(of: data), of: ["ceiling", "time", "visibility"], labels)
        }
        time.add(data[.time]?.string.flatMap { UTC(iso8601: $0) }.map { MetricNumber($0) }, labels)
    }
    return families + [rules, time, unknown]
}

/// Returns the states of the flight rules that apply: rules that may be worse are also unknown.
private func states(of data: JSON) -> [String] {
    switch FlightCategory(data) {
    case .known(let rules): [rules.rawValue]
    case .orWorse(let rules): [rules.rawValue, "unknown"]
    case .unknown: ["unknown"]
    }
}

/// Returns the names of the facts that a report does not state.
private func unknownFacts(of data: JSON) -> [String] {
    let isTimeless = data[.time]?.string.flatMap { UTC(iso8601: $0) } == nil
    let facts = [WeatherMember.ceiling, .visibility].filter(data.lacks).map(\.description)
    return facts + (isTimeless || data.lacks(.time) ? ["time"] : [])
}

/// Returns the members of the weather now; `nil` if the record has none.
private func presentWeather(_ item: Item, kind: String?) -> JSON? {
    switch kind {
    case "metar": item.data
    case "report": Briefing(item).report?.data
    case "forecast": item.data["current"]
    default: nil
    }
}

private func labels(of item: Item, in source: Source) -> MetricLabels {
    let position = item.position(source)
    return MetricLabels([
        "source": item.source, "location": item.key, "city": item.title,
        "latitude": position.map { degrees($0.latitude) },
        "longitude": position.map { degrees($0.longitude) },
    ])
}

/// Returns degrees with seven decimals, as prometheus-weathermen has them.
private func degrees(_ value: Double) -> String {
    let units = Int((value * 10_000_000).rounded())
    let fraction = String(units.magnitude % 10_000_000)
    let zeros = String(repeating: "0", count: 7 - fraction.utf8.count)
    return "\(units < 0 ? "-" : "")\(units.magnitude / 10_000_000).\(zeros)\(fraction)"
}

/// A number of the weather, and how it is read from a record: °C, knots, metres, feet, hPa and per cent
/// there.
private struct Quantity: Sendable {
    let name: String
    let unit: String
    let help: String
    let value: @Sendable (JSON) -> Double?
}

private let quantities: [Quantity] = [
    Quantity(name: "temperature", unit: "celsius", help: "Air temperature.") {
        $0[.temperature]?.double
    },
    Quantity(name: "relative_humidity", unit: "ratio", help: "Relative humidity.") {
        $0[.relativeHumidity]?.double.map { $0 / 100 }
    },
    Quantity(name: "dew_point", unit: "celsius", help: "Dew point.") { $0[.dewPoint]?.double },
    Quantity(name: "apparent_temperature", unit: "celsius", help: "Temperature as it feels.") {
        $0["apparentTemperature"]?.double
    },
    Quantity(name: "heat_index", unit: "celsius", help: "Heat index.") { $0[.heatIndex]?.double },
    Quantity(name: "wind_chill", unit: "celsius", help: "Wind chill.") { $0[.windChill]?.double },
    Quantity(name: "wind_speed", unit: "meters_per_second", help: "Mean speed of the wind; 0 is calm.") {
        $0[.wind]?[.speed]?.double.map(metresPerSecond)
    },
    Quantity(name: "wind_gust", unit: "meters_per_second", help: "Speed of gusts.") {
        $0[.wind]?[.gust]?.double.map(metresPerSecond)
    },
    Quantity(name: "wind_direction", unit: "degrees", help: "Direction the wind blows from, true.") {
        $0[.wind]?[.direction]?.double
    },
    Quantity(name: "visibility", unit: "meters", help: "Prevailing visibility; the report may mean more.") {
        $0[.visibility]?.double
    },
    Quantity(name: "ceiling", unit: "meters", help: "Height of the lowest layer that is a ceiling.") {
        $0[.ceiling]?.double.map { $0 * 0.3048 }
    },
    Quantity(name: "cloud_cover", unit: "ratio", help: "Part of the sky covered by clouds.") {
        $0["cloudCover"]?.double.map { $0 / 100 }
    },
    Quantity(name: "altimeter", unit: "pascals", help: "Altimeter setting, QNH.") {
        $0[.altimeter]?.double.map { $0 * 100 }
    },
    Quantity(name: "sea_level_pressure", unit: "pascals", help: "Pressure reduced to sea level.") {
        ($0[.remarks]?[.seaLevelPressure] ?? $0["pressure"])?.double.map { $0 * 100 }
    },
]

/// Returns a speed given in knots, nautical miles of 1852 m per hour.
private func metresPerSecond(_ knots: Double) -> Double { knots * 1852 / 3600 }
