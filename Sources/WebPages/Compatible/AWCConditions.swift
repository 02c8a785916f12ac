import Records
import Schemas
import Showing

/// Wind, visibility, weather and clouds of a report or of a group of a forecast, as aviationweather.gov
/// states them.
///
/// Source: aviationweather.gov, OpenAPI description; its answers of 2025 and 2026.
struct AWCConditions {
    /// The data of the report or of the group.
    let data: JSON

    /// The direction of the wind: degrees, 0 if it is calm, or `VRB`; `nil` if it is unknown.
    var direction: JSON? {
        guard let wind = data[.wind] else { return nil }
        if wind[.variable]?.bool == true { return "VRB" }
        return wind[.direction] ?? (wind[.speed]?.double == 0 ? 0 : nil)
    }

    /// The speed of the wind in whole knots.
    var speed: JSON? { data[.wind]?[.speed]?.double.map(AWCNumbers.whole) }

    /// The speed of gusts in whole knots.
    var gust: JSON? { data[.wind]?[.gust]?.double.map(AWCNumbers.whole) }

    /// The weather groups, in the order of the report.
    var weather: JSON? {
        let groups = (data[.weather]?.array ?? []).compactMap(\.string)
        guard !groups.isEmpty else { return data[.noSignificantWeather]?.bool == true ? "NSW" : nil }
        return .string(groups.joined(separator: " "))
    }

    /// The vertical visibility in feet.
    var verticalVisibility: JSON? { data[.verticalVisibility]?.double.map(AWCNumbers.whole) }

    /// The visibility of a report in statute miles: a number, `6+` for 10 km or more in metres and for
    /// `P6SM`, `10+` for `10SM`, the most that stations of the United States report.
    var visibility: JSON? {
        guard data[.cavok]?.bool != true else { return "6+" }
        guard let metres = data[.visibility]?.double else { return nil }
        let reported = data[.reported]?[.visibility]
        let isInMiles = reported?[.unit]?.string == "SM"
        guard isInMiles, let miles = reported?[.value]?.double else { return AWCConditions.miles(metres) }
        let isMore = data[.visibilityQualifier]?.string == "more"
        return miles == 10 ? "10+" : isMore ? .string(JSONWriter.shortest(miles) + "+") : .double(miles)
    }

    /// The visibility of a forecast in statute miles: a number, or `6+` for more than six miles.
    var forecastVisibility: JSON? {
        guard let metres = data[.visibility]?.double else { return nil }
        let isMore = data[.visibilityQualifier]?.string == "more"
        return isMore && metres > 6 * Factor.statuteMile - 1 ? "6+" : AWCConditions.miles(metres)
    }

    private static func miles(_ metres: Double) -> JSON {
        metres >= 9999 ? "6+" : AWCNumbers.rounded(metres / Factor.statuteMile, to: 2)
    }

    /// The word for a whole sky of a report: that of the layer that covers most, or `CLR` or `CAVOK`; `nil`
    /// if nothing is known of the sky.
    var cover: JSON? {
        if let layer = AWCConditions.covers.last(where: { covers.contains($0) }) { return .string(layer) }
        if data[.cavok]?.bool == true { return "CAVOK" }
        return data[.sky] == nil ? nil : "CLR"
    }

    private static let covers = ["FEW", "SCT", "BKN", "OVC", "OVX"]

    private var covers: [String] { layers.compactMap { AWCConditions.cover($0) } }

    private var layers: [JSON] { data[.clouds]?.array ?? [] }

    /// The cover of a layer; `OVX` for an obscured sky.
    private static func cover(_ layer: JSON) -> String? {
        layer[.cover]?.string.map { $0 == "VV" ? "OVX" : $0 }
    }

    /// The layers of a report.
    var clouds: JSON {
        .array(
            layers.map { layer in
                .members([
                    "cover": AWCConditions.cover(layer).map(JSON.string), "base": layer[.base] ?? .null,
                ])
            })
    }

    /// The layers of a forecast without CAVOK, each with the type of its clouds; a word for a whole sky is a
    /// layer without a base.
    var forecastClouds: JSON {
        if layers.isEmpty, let word = data[.sky]?.string {
            return [["cover": .string(word), "base": .null, "type": .null]]
        }
        return .array(
            layers.map { layer in
                [
                    "cover": AWCConditions.cover(layer).map(JSON.string) ?? .null,
                    "base": layer[.base] ?? .null, "type": layer[.type] ?? .null,
                ]
            })
    }
}
