public import AlmanacValues
import Records

/// The weather of a place in the formats of wttr.in, so that its clients only need another host name.
///
/// Source: chubin/wttr.in, README.md.
public struct Wttr: Sendable {
    private let place: WttrPlace
    private let units: WttrUnits
    private let clock: WttrClock
    private let forecast: Item?
    private let conditions: WttrConditions
    /// The remark on the age of the conditions; `nil` if they are current.
    private let age: String?

    /// Gathers the weather of a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - report: A record of `Kind=metar`, which is not the present weather once it is three hours old;
    ///     `nil` if there is none.
    ///   - forecast: A record of `Kind=forecast`, which completes the report or takes its place; `nil` if
    ///     there is none.
    ///   - units: The units of lines; JSON has all units.
    ///   - clock: The local time of the place.
    public init(place: WttrPlace, report: Item?, forecast: Item?, units: WttrUnits, clock: WttrClock) {
        self.place = place
        self.units = units
        self.clock = clock
        self.forecast = forecast
        (conditions, age) = Wttr.conditions(report: report, forecast: forecast, at: clock.now)
    }

    /// Returns the conditions: those of a current report, completed by the forecast; otherwise those of the
    /// forecast, without the values of an old report; without both, those of the old report and its age.
    private static func conditions(
        report: Item?, forecast: Item?, at now: UTC
    ) -> (conditions: WttrConditions, age: String?) {
        let expected = forecast.flatMap { WttrForecast($0).conditions(at: now) }
        guard let report else { return (expected ?? WttrConditions(), nil) }
        let seen = WttrConditions(report: report)
        guard report.isExpired(at: now, after: .usualMaximumAge) else {
            return (seen.filled(from: expected), nil)
        }
        if let expected { return (expected, nil) }
        return (seen, words(seen.time.map { now - $0 }))
    }

    /// Returns an age of some hours in words: `5 h old`, `3 d old`. That of a report from the future is not
    /// known.
    private static func words(_ age: Duration?) -> String {
        guard let age, age > .zero else { return "of unknown age" }
        let hours = age.components.seconds / 3600
        return hours < 48 ? "\(hours) h old" : "\(hours / 24) d old"
    }

    /// An answer to a client.
    public struct Answer: Hashable, Sendable {
        /// The text, in which control characters of the sources are escaped.
        public let text: String
        /// The media type, with its character set.
        public let contentType: String
    }

    /// Returns the answer in a format.
    ///
    /// - Parameter format: `1` to `4`; a line in the `%`-notation; `j1`, or `j2` without hours.
    /// - Returns: `nil` if this is not such a format: it contains no `%` and is none of these names.
    public func answer(format: String) -> Answer? {
        switch format {
        case "j1": return json(hasHours: true)
        case "j2": return json(hasHours: false)
        default:
            guard let line = Wttr.lines[format] ?? (format.contains(text: "%") ? format : nil) else {
                return nil
            }
            return Answer(text: text(line), contentType: "text/plain; charset=utf-8")
        }
    }

    /// Source: chubin/wttr.in, lib/view/line.py: the preconfigured formats.
    private static let lines = [
        "1": #"%c %t\n"#, "2": #"%c 🌡️%t 🌬️%w\n"#, "3": #"%l: %c %t\n"#, "4": #"%l: %c 🌡️%t 🌬️%w\n"#,
    ]

    private func text(_ format: String) -> String {
        WttrLine(conditions: conditions, age: age, place: place, units: units, clock: clock).text(format)
    }

    private func json(hasHours: Bool) -> Answer {
        let days = forecast.map { WttrForecast($0).days(from: clock.now, in: clock.zone) } ?? []
        // The document has no place for an age.
        let current = age == nil ? conditions : WttrConditions()
        let document = WttrDocument(conditions: current, place: place, clock: clock, days: days)
        let text = escapedJSON(document.json(hasHours: hasHours).canonical.pretty) + "\n"
        return Answer(text: text, contentType: "application/json")
    }

    /// Returns the text that wttr.in prints for a location that it does not know.
    public static func unknownLocation(_ name: String) -> String {
        "Unknown location; please try ~\(visible(name))"
    }
}
