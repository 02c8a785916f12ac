import AlmanacValues
import Records
import Schemas

/// Returns the metrics of the present weather in reports and forecasts.
///
/// The values of an old report stay, with its time, but its flight rules are unknown.
///
/// Names and labels of temperature and humidity are those of prometheus-weathermen, except its label
/// `version`, with which each release would start new series; the other names follow them.
func weatherMetrics(of items: [Item], in sources: [Source], at now: UTC) -> [MetricFamily] {
    let known = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
    let places = items.compactMap { item in
        known[item.source].flatMap { source in
            presentWeather(item, kind: source.kind).map {
                (source: source, labels: labels(of: item, in: source), data: $0)
            }
        }
    }
    let measures = Measure.all
    var families = measures.map { MetricFamily("weather_\($0.name)", unit: $0.unit, help: $0.help) }
    var rules = MetricFamily(
        "weather_flight_rules", .stateSet,
        help: "Flight rules, by FAA limits; with unknown, perhaps worse ones.")
    var unknown = MetricFamily("weather_unknown", .stateSet, help: "What the report does not state.")
    var time = MetricFamily(
        "weather_observation_timestamp", unit: "seconds", help: "Time of the report or observation.")
    for (source, labels, data) in places {
        for (index, measure) in measures.enumerated() {
            families[index].add(measure.value(data).flatMap { MetricNumber($0) }, labels)
        }
        if source.kind != "forecast" {
            rules.add(
                states: isExpired(data, of: source, at: now) ? ["unknown"] : states(of: data),
                of: FlightRules.allCases.map(\.rawValue) + ["unknown"], labels)
            unknown.add(states: unknownFacts(of: data), of: ["ceiling", "time", "visibility"], labels)
        }
        time.add(data[.time]?.utc.map { MetricNumber($0) }, labels)
    }
    return families + [rules, time, unknown]
}

/// Whether a report is older than its source allows, or from the future: its flight rules are not those of
/// now. Of one without a time, the metric of what is unknown says so.
private func isExpired(_ data: JSON, of source: Source, at now: UTC) -> Bool {
    guard data[.time]?.utc != nil else { return false }
    return Item(source: source.name, key: "", data: data).isExpired(at: now, after: source.maximumAge)
}

/// Returns the states of the flight rules that apply: rules that may be worse are also unknown.
private func states(of data: JSON) -> [String] {
    switch ProvenCategory(data) {
    case .known(let rules): [rules.rawValue]
    case .orWorse(let rules): [rules.rawValue, "unknown"]
    case .unknown: ["unknown"]
    }
}

/// Returns the names of the facts that a report does not state.
private func unknownFacts(of data: JSON) -> [String] {
    let isTimeless = data[.time]?.utc == nil
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

/// A number of the weather; its unit is that of the member in its schema.
private struct Measure: Sendable {
    /// The name without its unit, such as `dew_point`.
    let name: String
    /// The meaning, a sentence.
    let help: String
    /// The places that hold it, those of reports first.
    fileprivate(set) var paths: [FieldPath]
    private let quantity: Quantity

    /// Makes the metric of a member; `nil` if its number has no unit.
    init?(_ place: ViewedMember, at path: FieldPath) {
        guard let quantity = place.member.quantity else { return nil }
        name = Measure.names[path.text] ?? place.identifier
        help = Measure.helps[name] ?? place.member.meaning + "."
        paths = [path]
        self.quantity = quantity
    }

    /// The base unit of Prometheus.
    var unit: String { quantity.base.unit }

    /// Returns the number in the base unit; `nil` if the data have none.
    func value(_ data: JSON) -> Double? {
        paths.lazy.compactMap { $0.value(in: data) }.first?.double.map(quantity.base.convert)
    }
}

extension Measure {
    /// All metrics: those of reports, then those that only forecasts have.
    static let all: [Measure] = {
        let reports = Schema.metar.members(in: .metric).map { ($0, $0.path) }
        // The data of a forecast are those of its present conditions.
        let forecasts = Schema.forecast.members(in: .metric, inside: "current").map { member in
            (member, FieldPath(member.path.steps.dropFirst().joined(separator: ".")))
        }
        var all: [Measure] = []
        for measure in (reports + forecasts).compactMap({ Measure($0, at: $1) }) { all.add(measure) }
        let stated = order.compactMap { name in all.first { $0.name == name } }
        return stated + all.filter { !order.contains($0.name) }
    }()

    /// The metrics that are written first, in their order; the others follow by the order of the schema.
    private static let order = [
        "temperature", "relative_humidity", "dew_point", "apparent_temperature", "heat_index", "wind_chill",
        "wind_speed", "wind_gust", "wind_direction", "visibility", "ceiling", "cloud_cover", "altimeter",
        "sea_level_pressure",
    ]

    /// The names that differ from those of the members.
    private static let names = ["pressure": "sea_level_pressure"]

    /// The descriptions that say more, or less, than the meaning of the member.
    private static let helps = [
        "relative_humidity": "Relative humidity.", "heat_index": "Heat index.", "wind_chill": "Wind chill.",
        "wind_speed": "Mean speed of the wind; 0 is calm.",
        "wind_direction": "Direction the wind blows from, true.",
        "visibility": "Prevailing visibility; the report may mean more.",
        "ceiling": "Height of the lowest layer that is a ceiling.", "altimeter": "Altimeter setting, QNH.",
    ]
}

extension [Measure] {
    /// Adds a metric, or the places of one that is known.
    fileprivate mutating func add(_ measure: Measure) {
        guard let index = firstIndex(where: { $0.name == measure.name }) else { return append(measure) }
        for path in measure.paths where !self[index].paths.contains(path) { self[index].paths.append(path) }
    }
}

extension Quantity {
    /// The base unit of Prometheus, and the conversion of a number in the unit of records to it.
    ///
    /// Source: OpenMetrics 1.0, units; Prometheus, "Metric and label naming", base units.
    fileprivate var base: (unit: String, convert: (Double) -> Double) {
        switch self {
        case .temperature: ("celsius", { $0 })
        case .speed: ("meters_per_second", { $0 * Factor.nauticalMile / 3600 })
        case .direction, .coordinate: ("degrees", { $0 })
        case .pressure: ("pascals", { $0 * 100 })
        case .mercury: ("pascals", { $0 * Factor.inchOfMercury * 100 })
        case .height: ("meters", { $0 * Factor.foot })
        case .flightLevel: ("meters", { $0 * Factor.foot * 100 })
        case .mile: ("meters", { $0 * Factor.statuteMile })
        case .distance: ("meters", { $0 })
        case .water: ("meters", { $0 / 1000 })
        case .snow: ("meters", { $0 / 100 })
        case .share: ("ratio", { $0 / 100 })
        case .duration: ("seconds", { $0 * 60 })
        case .playingTime: ("seconds", { $0 })
        case .size: ("bytes", { $0 })
        }
    }
}
