import Records
import Schemas

/// The members of weather that JSON of wttr.in has for the present as well as for hours; all values are text,
/// and unknown ones are empty, because clients expect every member.
///
/// Source: chubin/wttr.in, README.md, "JSON output", and internal/domain/weather.go.
struct WttrMembers {
    let conditions: WttrConditions
    /// Whether it is day.
    let isDay: Bool

    /// The members that have the same names everywhere.
    var common: [JSON.Member] {
        temperatures("FeelsLike", conditions.feelsLike) + rain + wind + [
            .text("cloudcover", conditions.cloudCover.map(whole)),
            .text("humidity", conditions.humidity.map(whole)),
            .text("pressure", conditions.pressure.map(whole)),
            .text("pressureInches", conditions.pressure.map { whole($0 / Factor.inchOfMercury) }),
            .text("uvIndex", conditions.ultravioletIndex.map(whole)),
            .text("visibility", conditions.visibility.map { whole($0 / 1000) }),
            .text("visibilityMiles", conditions.visibility.map { whole($0 / Factor.statuteMile) }),
            .text("weatherCode", conditions.code.map { String($0.rawValue) }),
            .list("weatherDesc", conditions.text(isDay: isDay)), .list("weatherIconUrl", ""),
        ]
    }

    private var rain: [JSON.Member] {
        [
            .text("precipMM", conditions.precipitation.map(tenths)),
            .text("precipInches", conditions.precipitation.map { tenths($0 / Factor.inch) }),
        ]
    }

    private var wind: [JSON.Member] {
        let direction = conditions.wind?.direction
        return [
            .text("winddir16Point", direction.map(sixteenth)),
            .text("winddirDegree", direction.map { String(nearest($0) % 360) }),
        ] + speeds("windspeed", conditions.wind?.speed)
    }

    /// Returns a speed given in knots in km/h and mph.
    func speeds(_ name: String, _ knots: Double?) -> [JSON.Member] {
        [
            .text(name + "Kmph", knots.map { whole($0 * Factor.knot) }),
            .text(name + "Miles", knots.map { whole($0 * Factor.knotInMiles) }),
        ]
    }

    /// Returns a temperature given in degrees Celsius in both scales, as the members `C` and `F` of a name.
    func temperatures(_ name: String, _ celsius: Double?) -> [JSON.Member] {
        [
            .text(name + "C", celsius.map(whole)),
            .text(name + "F", celsius.map { whole(Factor.fahrenheit(celsius: $0)) }),
        ]
    }
}

/// Returns one of the sixteen points of the compass.
private func sixteenth(_ degrees: Double) -> String {
    let points = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]
    return points[(nearest(degrees / 22.5) % 16 + 16) % 16]
}

extension JSON.Member {
    /// Returns a member of text; empty if it is unknown.
    static func text(_ name: String, _ text: String?) -> JSON.Member {
        JSON.Member(name, .string(text ?? ""))
    }

    /// Returns a member that is a list of one object with the member `value`.
    static func list(_ name: String, _ text: String?) -> JSON.Member {
        JSON.Member(name, [["value": .string(text ?? "")]])
    }
}
