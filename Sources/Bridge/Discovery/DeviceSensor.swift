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

    private static let report: [DeviceSensor] =
        [
            measure("temperature", "Temperature", "temperature", of: .metar),
            measure("dew_point", "Dew point", "dewPoint", of: .metar),
            measure("humidity", "Humidity", "relativeHumidity", of: .metar),
        ] + wind("wind", of: .metar) + [
            measure("pressure", "Pressure", "altimeter", of: .metar),
            measure(
                "visibility", "Visibility", "visibility", of: .metar, icon: "mdi:eye", attributes: [unknown]),
            measure("ceiling", "Ceiling", "ceiling", of: .metar, icon: "mdi:cloud", attributes: [unknown]),
            measure(
                "flight_rules", "Flight rules", "flightRules", of: .metar, icon: "mdi:airplane",
                attributes: [("or_worse", "data.flightRulesOrWorse | default(false)"), unknown]),
            measure("observed", "Observed", "time", of: .metar),
            DeviceSensor(
                name: "report", title: "Report", value: "(data.raw | default(''))[:255]",
                icon: "mdi:text-long", hasData: true),
        ]

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
        measure("valid_until", "Valid until", "until", of: .taf),
        DeviceSensor(
            name: "forecast", title: "Forecast", value: "(data.raw | default(''))[:255]",
            icon: "mdi:text-long", hasData: true),
    ]

    /// The present conditions: those that the service states, otherwise the last step that has begun.
    private static let present =
        "(data.current | default((data.hourly | default([]) | selectattr('time', 'defined')"
        + " | selectattr('time', 'le', utcnow().isoformat()[:19] ~ 'Z') | list | last) | default({})))"

    private static let forecast: [DeviceSensor] =
        [
            measure("temperature", "Temperature", "current.temperature", of: .forecast),
            measure("feels_like", "Feels like", "current.apparentTemperature", of: .forecast),
            measure("humidity", "Humidity", "current.relativeHumidity", of: .forecast),
        ] + wind("current.wind", of: .forecast) + [
            measure("pressure", "Pressure", "current.pressure", of: .forecast)
        ] + today + [
            DeviceSensor(
                name: "provider", title: "Provider", value: "data.provider", icon: "mdi:domain",
                hasData: true)
        ]

    /// Not every service states days.
    private static let today: [DeviceSensor] = [
        measure("maximum", "Maximum today", "daily.0.maximumTemperature", of: .forecast),
        measure("minimum", "Minimum today", "daily.0.minimumTemperature", of: .forecast),
        measure("precipitation", "Precipitation today", "daily.0.precipitation", of: .forecast),
        measure(
            "precipitation_probability", "Probability of precipitation today",
            "daily.0.precipitationProbability", of: .forecast, icon: "mdi:weather-rainy"),
    ].map { sensor in
        var sensor = sensor
        sensor.required = "daily"
        return sensor
    }

    private static func wind(_ path: String, of schema: Schema) -> [DeviceSensor] {
        [
            measure("wind_speed", "Wind speed", path + ".speed", of: schema),
            measure(
                "wind_gust", "Wind gust", path + ".gust", of: schema, icon: "mdi:weather-windy-variant"),
            measure(
                "wind_direction", "Wind direction", path + ".direction", of: schema,
                icon: "mdi:compass-outline"),
        ]
    }

    /// Returns the sensor of a member; its class, unit, values and decimals follow from the schema.
    private static func measure(
        _ name: String, _ title: String, _ path: String, of schema: Schema, icon: String? = nil,
        attributes: [(name: String, value: String)] = []
    ) -> DeviceSensor {
        let steps = path.split(separator: ".").map(String.init)
        guard let member = schema.member(at: steps) else { preconditionFailure("\(path) is no member") }
        return DeviceSensor(
            name: name, title: title, value: expression(steps[...]), quantity: member.deviceClass,
            unit: member.deviceUnit,
            icon: icon, options: member.choices, decimals: member.quantity?.decimals, attributes: attributes)
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
