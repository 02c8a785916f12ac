import Records

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

    private static let rules = ["VFR", "MVFR", "IFR", "LIFR"]

    private static let report: [DeviceSensor] =
        [
            temperature("temperature", "Temperature", "data.temperature"),
            temperature("dew_point", "Dew point", "data.dewPoint"),
            DeviceSensor(
                name: "humidity", title: "Humidity", value: "data.relativeHumidity", quantity: "humidity",
                unit: "%", decimals: 0),
        ] + wind("data.wind") + [
            pressure("data.altimeter"),
            DeviceSensor(
                name: "visibility", title: "Visibility", value: "data.visibility", quantity: "distance",
                unit: "m", icon: "mdi:eye", decimals: 0, attributes: [unknown]),
            DeviceSensor(
                name: "ceiling", title: "Ceiling", value: "data.ceiling", quantity: "distance", unit: "ft",
                icon: "mdi:cloud", decimals: 0, attributes: [unknown]),
            DeviceSensor(
                name: "flight_rules", title: "Flight rules", value: "data.flightRules", quantity: "enum",
                icon: "mdi:airplane", options: rules,
                attributes: [("or_worse", "data.flightRulesOrWorse | default(false)"), unknown]),
            DeviceSensor(
                name: "observed", title: "Observed", value: "data.time", quantity: "timestamp"),
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
            icon: "mdi:airplane", options: rules, attributes: [("or_worse", mayBeWorse)]),
        DeviceSensor(name: "valid_until", title: "Valid until", value: "data.until", quantity: "timestamp"),
        DeviceSensor(
            name: "forecast", title: "Forecast", value: "(data.raw | default(''))[:255]",
            icon: "mdi:text-long", hasData: true),
    ]

    private static let forecast: [DeviceSensor] =
        [
            temperature("temperature", "Temperature", "data.current.temperature"),
            temperature("feels_like", "Feels like", "data.current.apparentTemperature"),
            DeviceSensor(
                name: "humidity", title: "Humidity", value: "data.current.relativeHumidity",
                quantity: "humidity", unit: "%", decimals: 0),
        ] + wind("data.current.wind") + [
            pressure("data.current.pressure"),
            temperature("maximum", "Maximum today", "data.daily[0].maximumTemperature"),
            temperature("minimum", "Minimum today", "data.daily[0].minimumTemperature"),
            DeviceSensor(
                name: "precipitation", title: "Precipitation today", value: "data.daily[0].precipitation",
                quantity: "precipitation", unit: "mm", decimals: 1),
            DeviceSensor(
                name: "precipitation_probability", title: "Probability of precipitation today",
                value: "data.daily[0].precipitationProbability", unit: "%", icon: "mdi:weather-rainy",
                decimals: 0),
            DeviceSensor(
                name: "provider", title: "Provider", value: "data.provider", icon: "mdi:domain",
                hasData: true),
        ]

    private static func temperature(_ name: String, _ title: String, _ value: String) -> DeviceSensor {
        DeviceSensor(
            name: name, title: title, value: value, quantity: "temperature", unit: "°C", decimals: 0)
    }

    private static func pressure(_ value: String) -> DeviceSensor {
        DeviceSensor(
            name: "pressure", title: "Pressure", value: value, quantity: "atmospheric_pressure", unit: "hPa",
            decimals: 0)
    }

    private static func wind(_ member: String) -> [DeviceSensor] {
        [
            DeviceSensor(
                name: "wind_speed", title: "Wind speed", value: "\(member).speed", quantity: "wind_speed",
                unit: "kn", decimals: 0),
            DeviceSensor(
                name: "wind_gust", title: "Wind gust", value: "\(member).gust", quantity: "wind_speed",
                unit: "kn", icon: "mdi:weather-windy-variant", decimals: 0),
            DeviceSensor(
                name: "wind_direction", title: "Wind direction", value: "\(member).direction", unit: "°",
                icon: "mdi:compass-outline", decimals: 0),
        ]
    }
}
