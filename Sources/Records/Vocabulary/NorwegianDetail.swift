/// A detail of a forecast of MET Norway, and the member of records that has it.
///
/// Source: locationforecast 2.0, METJSONForecast.schema.json; its documentation, "Units" and "Compact".
package struct NorwegianDetail: Sendable {
    /// The name in documents of the service.
    package let name: String
    /// The name of the member, with a path such as `wind.speed`.
    package let member: String
    /// The unit in documents of the service.
    package let unit: String
    /// Whether the compact form of documents has it.
    package var isCompact = false
    /// Whether it is about the period after a moment, not about the moment itself.
    package var isOfPeriod = false

    /// All details that records have.
    package static let all: [NorwegianDetail] = [
        NorwegianDetail(
            name: "air_pressure_at_sea_level", member: "pressure", unit: "hPa", isCompact: true),
        NorwegianDetail(name: "air_temperature", member: "temperature", unit: "celsius", isCompact: true),
        NorwegianDetail(
            name: "air_temperature_max", member: "maximumTemperature", unit: "celsius", isOfPeriod: true),
        NorwegianDetail(
            name: "air_temperature_min", member: "minimumTemperature", unit: "celsius", isOfPeriod: true),
        NorwegianDetail(name: "cloud_area_fraction", member: "cloudCover", unit: "%", isCompact: true),
        NorwegianDetail(name: "dew_point_temperature", member: "dewPoint", unit: "celsius"),
        NorwegianDetail(
            name: "precipitation_amount", member: "precipitation", unit: "mm", isCompact: true,
            isOfPeriod: true),
        NorwegianDetail(
            name: "probability_of_precipitation", member: "precipitationProbability", unit: "%",
            isOfPeriod: true),
        NorwegianDetail(name: "relative_humidity", member: "relativeHumidity", unit: "%", isCompact: true),
        NorwegianDetail(name: "ultraviolet_index_clear_sky", member: "ultravioletIndex", unit: "1"),
        NorwegianDetail(
            name: "wind_from_direction", member: "wind.direction", unit: "degrees", isCompact: true),
        NorwegianDetail(name: "wind_speed", member: "wind.speed", unit: "m/s", isCompact: true),
        NorwegianDetail(name: "wind_speed_of_gust", member: "wind.gust", unit: "m/s"),
    ]
}
