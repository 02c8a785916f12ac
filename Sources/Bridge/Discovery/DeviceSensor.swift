import Records
import Schemas

/// A sensor of a device in Home Assistant.
///
/// Source: Home Assistant, MQTT sensor; the classes and units of its sensor entity.
nonisolated struct DeviceSensor: Sendable {
    /// The identifier within the device.
    let name: String
    /// The name for users.
    let title: String
    /// The template of the value, an expression over `data`, the record's data.
    let value: String
    /// The class of the quantity; `nil` for none.
    var quantity: String?
    /// The unit; `nil` for none.
    var unit: String?
    /// The icon if the class has none that fits.
    var icon: String?
    /// The values of a sensor with few values; empty for any other.
    var options: [String] = []
    /// The number of decimals that are shown; `nil` for all.
    var decimals: Int?
    /// Whether the record's data are attributes of the sensor.
    var hasData = false
    /// Attributes: a name and an expression over `data`.
    var attributes: [(name: String, value: String)] = []
    /// The member without which a record has no such sensor; `nil` for none.
    var required: String?
    /// The path of its member; `nil` if it has none of its own.
    var path: FieldPath?

    /// The class of its statistics; `nil` for none. The mean of 350° and 10° is 0°, as only the class for angles
    /// computes it.
    var stateClass: String? {
        guard unit != nil else { return nil }
        return quantity == "wind_direction" ? "measurement_angle" : "measurement"
    }

    /// The sensors of a record of a kind; empty if such records are devices only on request.
    static func sensors(of data: JSON, kind: String) -> [DeviceSensor] {
        sensors(ofKind: kind).filter { sensor in sensor.required.map { data[$0] != nil } ?? true }
    }

    /// The sensors of a source's kind; empty if its records are devices only on request.
    static func sensors(ofKind kind: String) -> [DeviceSensor] {
        switch kind {
        case "metar": report
        case "taf": airportForecast
        case "forecast": forecast
        default: []
        }
    }

    /// The sensor of a record of any other kind.
    static let record = DeviceSensor(
        name: "record", title: "Record", value: "(value_json.title | default('Record'))[:255]",
        icon: "mdi:card-text-outline", hasData: true)

    private static let report: [DeviceSensor] = adding(
        to: [
            measure("temperature", of: .metar), measure("dewPoint", of: .metar),
            measure("relativeHumidity", "humidity", of: .metar),
        ] + wind("wind", of: .metar) + [
            measure("altimeter", "pressure", of: .metar),
            measure("visibility", of: .metar, icon: "mdi:eye", attributes: [unknown]),
            measure("ceiling", of: .metar, icon: "mdi:cloud", attributes: [unknown]),
            measure(
                "flightRules", of: .metar, icon: "mdi:airplane",
                attributes: [("or_worse", "data.flightRulesOrWorse | default(false)"), unknown]),
            measure("time", "observed", of: .metar),
            DeviceSensor(
                name: "report", title: "Report", value: "(data.raw | default(''))[:255]",
                icon: "mdi:text-long", hasData: true),
        ], membersOf: .metar)

    /// The facts that the report does not state: without a height, there is either no ceiling or an unknown
    /// one.
    private static let unknown = (name: "unknown", value: "data.unknown | default([])")

    /// The worst flight rules of each period of a forecast; an empty text where they are unknown.
    private static let periods =
        "(data.timeline | default([]) | map(attribute='worstFlightRules', default='') | list)"

    /// The worst of the flight rules of all periods of a forecast: nothing better than IFR if one is unknown.
    private static let worstRules =
        "(['LIFR', 'IFR', '', 'MVFR', 'VFR'] | select('in', \(periods)) | first | default('')) or none"

    /// Whether the flight rules may be worse in some period than the worst known ones.
    private static let mayBeWorse =
        "'LIFR' not in \(periods) and ('' in \(periods) or data.timeline | default([])"
        + " | selectattr('worstFlightRulesOrWorse', 'defined') | list | length > 0)"

    private static let airportForecast: [DeviceSensor] = [
        DeviceSensor(
            name: "worst_flight_rules", title: "Worst flight rules", value: worstRules, quantity: "enum",
            icon: "mdi:airplane",
            options: Schema.taf.member(at: ["timeline", "worstFlightRules"])?.choices ?? [],
            attributes: [("or_worse", mayBeWorse)]),
        measure("until", "valid_until", of: .taf),
        DeviceSensor(
            name: "forecast", title: "Forecast", value: "(data.raw | default(''))[:255]",
            icon: "mdi:text-long", hasData: true),
    ]

    /// The present conditions: those that the service states, otherwise the last step that has begun.
    private static let present =
        "(data.current | default((data.hourly | default([]) | selectattr('time', 'defined')"
        + " | selectattr('time', 'le', utcnow().isoformat()[:19] ~ 'Z') | list | last) | default({})))"

    private static let forecast: [DeviceSensor] = adding(
        to: [
            measure("current.temperature", of: .forecast),
            measure("current.apparentTemperature", "feels_like", of: .forecast),
            measure("current.relativeHumidity", "humidity", of: .forecast),
        ] + wind("current.wind", of: .forecast) + [measure("current.pressure", of: .forecast)] + today + [
            DeviceSensor(
                name: "provider", title: "Provider", value: "data.provider", icon: "mdi:domain",
                hasData: true)
        ], membersOf: .forecast, inside: "current")

    /// Not every service states days.
    private static let today: [DeviceSensor] = [
        measure("daily.0.maximumTemperature", "maximum", "Maximum today", of: .forecast),
        measure("daily.0.minimumTemperature", "minimum", "Minimum today", of: .forecast),
        measure("daily.0.precipitation", "precipitation", "Precipitation today", of: .forecast),
        measure(
            "daily.0.precipitationProbability", "precipitation_probability",
            "Probability of precipitation today", of: .forecast, icon: "mdi:weather-rainy"),
    ].map { sensor in
        var sensor = sensor
        sensor.required = "daily"
        return sensor
    }

    private static func wind(_ path: String, of schema: Schema) -> [DeviceSensor] {
        [
            measure(path + ".speed", of: schema),
            measure(path + ".gust", of: schema, icon: "mdi:weather-windy-variant"),
            measure(path + ".direction", of: schema, icon: "mdi:compass-outline"),
        ]
    }

    /// Returns sensors and those of the other members that the schema shows as sensors.
    private static func adding(
        to stated: [DeviceSensor], membersOf schema: Schema, inside object: String? = nil
    ) -> [DeviceSensor] {
        let others = schema.members(in: .sensor, inside: object).filter { other in
            !stated.contains { $0.path == other.path }
        }
        return stated + others.map { measure($0.path.text, of: schema) }
    }

    /// Returns the sensor of a member; its class, unit, values and decimals follow from the schema, and so do
    /// the name and the title unless they are given.
    private static func measure(
        _ path: String, _ name: String? = nil, _ title: String? = nil, of schema: Schema,
        icon: String? = nil, attributes: [(name: String, value: String)] = []
    ) -> DeviceSensor {
        let path = FieldPath(path)
        guard let member = schema.member(at: path.steps) else { preconditionFailure("\(path) is no member") }
        let place = ViewedMember(path: path, member: member, name: name)
        return DeviceSensor(
            name: place.identifier, title: title ?? place.title, value: expression(path.steps[...]),
            quantity: member.deviceClass, unit: member.deviceUnit, icon: icon, options: member.choices,
            decimals: member.quantity?.decimals, attributes: attributes, path: path)
    }
}

nonisolated extension DeviceSensor {
    /// Returns the expression of a member, which is undefined if it or a member above it is missing: a template
    /// that asks an undefined value for a member raises an error, and the sensor keeps its state.
    ///
    /// Source: home-assistant/core#65534.
    private static func expression(_ path: ArraySlice<String>) -> String {
        guard let last = path.last, path.count > 1 else { return path.first.map { "data.\($0)" } ?? "data" }
        let parent = path.dropLast()
        let above = parent == ["current"] ? present : "(\(expression(parent)) | default({}))"
        return Int(last) == nil ? "\(above).\(last)" : "\(above)[\(last)]"
    }
}

extension Member {
    /// The class of its sensor; `nil` for none.
    fileprivate nonisolated var deviceClass: String? {
        if !choices.isEmpty { return "enum" }
        if case .moment = type { return "timestamp" }
        switch quantity {
        case .temperature: return "temperature"
        case .speed: return "wind_speed"
        case .pressure, .mercury: return "atmospheric_pressure"
        case .height, .distance, .flightLevel, .mile: return "distance"
        case .water: return "precipitation"
        case .share: return name == "relativeHumidity" ? "humidity" : nil
        case .duration, .playingTime: return "duration"
        case .size: return "data_size"
        case .direction: return "wind_direction"
        case .coordinate, .snow, nil: return nil
        }
    }

    /// The unit as Home Assistant writes it.
    fileprivate nonisolated var deviceUnit: String? { quantity == .speed ? "kn" : unit }
}
