import Records
import Schemas
import Sky

/// A line of weather in the `%`-notation of wttr.in.
///
/// Values that are unknown are empty, except that the condition is `✨` or `?`, and a time of the Sun is
/// `??:??:??`.
///
/// Source: chubin/wttr.in, README.md, "One-line output", and the programs that print it, lib/view/line.py and
/// internal/renderer/oneline.
struct WttrLine {
    let conditions: WttrConditions
    /// The remark on the age of the conditions; `nil` if they are current.
    let age: String?
    let place: WttrPlace
    let units: WttrUnits
    let clock: WttrClock

    /// Returns the text of a format; `%` with a letter of no meaning is omitted, `\n` starts a new line.
    ///
    /// Newlines at the end of the format are dropped, as by wttr.in: only `\n` ends the line. A line with values of
    /// an old report ends with its age, such as ` (5 h old)`, since wttr.in has no place for it.
    func text(_ format: String) -> String {
        var rest = Substring(format).unicodeScalars
        while rest.last == "\n" { rest = rest.dropLast() }
        var text = ""
        var hasWeather = false
        while let scalar = rest.popFirst() {
            if scalar == "%", let letter = rest.first, isLetter(letter) {
                rest = rest.dropFirst()
                text += value(letter) ?? ""
                hasWeather = hasWeather || WttrLine.lettersOfWeather.contains(letter)
            } else if scalar == "\\", rest.first == "n" {
                rest = rest.dropFirst()
                text += "\n"
            } else {
                text += scalar == "\n" || scalar == "\t" ? String(scalar) : visible(String(scalar))
            }
        }
        guard let age, hasWeather else { return text }
        let end = text.reversed().prefix { $0 == "\n" }.count
        return "\(text.dropLast(end)) (\(age))" + String(repeating: "\n", count: end)
    }

    /// The letters of values that a report has.
    private static let lettersOfWeather = Set("cCxihtfwpP".unicodeScalars)

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// Returns the value of a letter; `nil` if it is unknown, or the letter has no meaning.
    private func value(_ letter: Unicode.Scalar) -> String? {
        switch letter {
        case "c": conditions.symbol.padded
        case "C": visible(conditions.text(isDay: isDay))
        case "x": conditions.symbol.plain
        case "i": conditions.code.map { String($0.rawValue) }
        case "h": conditions.humidity.map { "\(whole($0))%" }
        case "t": conditions.temperature.map(temperature)
        case "f": conditions.feelsLike.map(temperature)
        case "w": conditions.wind.map(wind)
        case "l": visible(place.name)
        case "p": conditions.precipitation.map { tenths($0) + "mm" }
        case "o": conditions.chanceOfRain.map { "\(whole($0))%" }
        case "P": conditions.pressure.map { "\(whole($0))hPa" }
        case "u": conditions.ultravioletIndex.map(whole)
        default: time(letter)
        }
    }

    private func time(_ letter: Unicode.Scalar) -> String? {
        switch letter {
        case "m": MoonPhase(at: clock.now).symbol
        case "M": String(MoonPhase(at: clock.now).day)
        case "D": time(sun?.dawn)
        case "S": time(sun?.sunrise)
        case "z": time(sun?.zenith)
        case "s": time(sun?.sunset)
        case "d": time(sun?.dusk)
        case "T": clock.timeWithOffset
        case "Z": clock.shownZone
        default: nil
        }
    }

    private func time(_ moment: UTC?) -> String { moment.map(clock.zone.plainClock) ?? "??:??:??" }

    private var sun: SunTimes? { place.position.map { SunTimes(on: clock.now, in: clock.zone, at: $0) } }

    private var isDay: Bool { conditions.isDay(at: clock.now, position: place.position) }

    private func temperature(_ celsius: Double) -> String {
        let degrees = nearest(units.isImperial ? Factor.fahrenheit(celsius: celsius) : celsius)
        return (degrees < 0 ? "" : "+") + String(degrees) + (units.isImperial ? "°F" : "°C")
    }

    private func wind(_ wind: WttrWind) -> String {
        let arrow = wind.direction.map(windArrow) ?? ""
        let speed = wind.speed * Factor.knot
        if units.hasMetersPerSecond { return "\(arrow)\(tenths(speed / 3.6))m/s" }
        return arrow
            + (units.isImperial ? "\(whole(wind.speed * Factor.knotInMiles))mph" : "\(whole(speed))km/h")
    }
}

/// Returns the arrow that points where a wind from a direction blows to.
private func windArrow(_ degrees: Double) -> String {
    let arrows = ["N": "↓", "NE": "↙", "E": "←", "SE": "↖", "S": "↑", "SW": "↗", "W": "→", "NW": "↘"]
    return arrows[compassPoint(degrees)] ?? ""
}

/// Returns exactly one decimal digit.
func tenths(_ value: Double) -> String {
    let tenths = nearest(value * 10)
    return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

extension WttrConditions {
    /// The symbol.
    var symbol: WttrSymbol { code?.symbol ?? .unknown }

    /// Returns the description; empty if the weather is unknown.
    func text(isDay: Bool) -> String { words ?? code?.text(isDay: isDay) ?? "" }

    /// Returns whether it is day: as the source says, or else by the position of the Sun; without a position
    /// it is taken for day.
    func isDay(at moment: UTC, position: Position?) -> Bool {
        isDay ?? position.map { SunTimes.isDay(at: moment, position: $0) } ?? true
    }
}
