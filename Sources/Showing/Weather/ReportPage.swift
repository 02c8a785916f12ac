public import AlmanacValues
package import Records

/// A station's weather report for pilots: flight rules first, the raw text last.
public struct ReportPage: Showable {
    private let item: Item
    private let maximumAge: Duration

    /// Makes the page of a METAR record, which counts as expired if it is older than `maximumAge`.
    public init(_ item: Item, maximumAge: Duration = .usualMaximumAge) {
        self.item = item
        self.maximumAge = maximumAge
    }

    /// The data of the report.
    var data: JSON { item.data }

    /// Whether a record is such a report.
    public static func canShow(_ item: Item) -> Bool {
        item.data[.station]?.string != nil && item.data[.raw]?.string != nil && item.data[.type] != "TAF"
    }

    /// Returns the page: heading, decoded values, raw text.
    public func lines(on paper: Paper) -> [Line] {
        let paper = paper.forPilots
        let conditions = ConditionsText(item.data, in: paper.units)
        return heading(of: conditions, on: paper) + fields(of: conditions, on: paper).lines(on: paper)
            + raw(paper)
    }

    /// Returns the heading: `KPWM Portland  MVFR  14:51Z (09:51 EST), 16 min ago`.
    private func heading(of conditions: ConditionsText, on paper: Paper) -> [Line] {
        let station = item.data[.station]?.string ?? item.key
        let name = item.title.flatMap { $0 == station ? nil : Line($0.placeName) } ?? Line()
        return [Line(station, .strong), name, rules(conditions), age(paper)]
            .joined(by: "  ").wrapped(to: paper.width)
    }

    /// Returns the flight rules with the deciding value: `IFR (ceiling)`, or why they are unknown: `category
    /// unknown: ceiling not reported`.
    private func rules(_ conditions: ConditionsText) -> Line {
        let category = conditions.category
        guard let rules = category.rules else { return Line(conditions.categoryWords, .strong) }
        let reason = item.data[.flightRulesBy]?.string.map { " (\($0))" } ?? ""
        let doubt = category == .known(rules) ? nil : conditions.doubt.map { ", \($0)" }
        return category.line + Line(reason + (doubt ?? ""))
    }

    private func age(_ paper: Paper) -> Line {
        let isExpired = item.isExpired(at: paper.now, after: maximumAge)
        let time = item.moment(.time).map { paper.moment($0) }
        return (isExpired ? Line("expired", .bad) + ", " : Line()) + Line(time ?? "time unknown")
    }

    /// Returns the decoded values under their names.
    package func fields(on paper: Paper) -> Fields {
        fields(of: ConditionsText(item.data, in: paper.units), on: paper.forPilots)
    }

    private func fields(of conditions: ConditionsText, on paper: Paper) -> Fields {
        var fields = Fields()
        fields.add(
            "Report",
            item.data[.nilReport]?.bool == true ? "missing (NIL)" : item.missing(of: "report", on: paper))
        fields.add("Wind", conditions.wind.map { Line($0) })
        fields.add("Runway", paper.runway.flatMap { conditions.wind(alongRunway: $0) }.map { Line($0) })
        fields.add("Visibility", conditions.wholeStatedVisibility.map { Line($0) })
        fields.add("Runway range", lines: conditions.runwayRanges.map { Line($0) })
        fields.add("Weather", conditions.weather.map { Line($0) })
        fields.add("Sky", conditions.sky.map { Line($0) })
        fields.add("Ceiling", conditions.ceiling.map { Line($0) })
        fields.add("Temperature", conditions.temperature.map { Line($0) })
        fields.add("Altimeter", conditions.altimeter.map { Line($0) })
        addRest(to: &fields, on: paper)
        return fields
    }

    private func addRest(to fields: inout Fields, on paper: Paper) {
        let felt = (item.data[.windChill] ?? item.data[.heatIndex])?.double
        fields.add("Feels like", felt.map { Line(paper.units.temperature($0)) })
        let recent = (item.data[.recentWeather]?.array ?? []).compactMap(\.string)
        fields.add(
            "Recently", Line(weatherWords(recent.map { $0.hasPrefix("RE") ? String($0.dropFirst(2)) : $0 })))
        fields.add("Rainfall", rainfall(paper))
        let trends = (item.data[.trend]?.array ?? []).compactMap(trend)
        fields.add("Trend", trends.isEmpty ? nil : Line(trends.joined(separator: "; ")))
        let states = (item.data[.runwayState]?.array ?? []).compactMap(\.string)
        fields.add("Runway state", lines: states.map { Line(runwayStateWords($0)) })
        fields.add("Wind shear", item.data[.windShear].map { Line($0.shown) })
        addObservations(to: &fields, on: paper)
        let altitude = item.data[.densityAltitude]?.double.map(paper.units.height)
        fields.add("Density altitude", altitude.map { Line($0) })
        RemarkRows(item.data, conditions: ConditionsText(item.data, in: paper.units), on: paper)?
            .add(to: &fields)
        fields.add("Not understood", Line(item.data.unparsedWords.joined(separator: " ")))
    }

    /// Returns a trend in its own words, with those of them that were not understood.
    private func trend(_ trend: JSON) -> String? {
        let unparsed = (trend[.unparsed]?.array ?? []).compactMap(\.string).joined(separator: " ")
        return trend[.text]?.string.map { unparsed.isEmpty ? $0 : "\($0) (not understood: \(unparsed))" }
    }

    private func rainfall(_ paper: Paper) -> Line? {
        let periods: [(WeatherMember, String)] = [
            (.tenMinutes, "in 10 minutes"), (.hour, "in an hour"), (.sinceNine, "since 9:00 local time"),
        ]
        let amounts = periods.compactMap { member, period in
            item.data[.rainfall]?[member]?.double.map { "\(paper.units.precipitation($0)) \(period)" }
        }
        return amounts.isEmpty ? nil : Line(amounts.joined(separator: ", "))
    }

    private func raw(_ paper: Paper) -> [Line] {
        guard let raw = item.data[.raw]?.string else { return [] }
        return [Line()] + Line(raw, .faint).wrapped(to: paper.width, indent: 2)
    }
}

/// The statements of rare groups of a report.
extension ReportPage {
    /// Adds the colour state and the sea.
    func addObservations(to fields: inout Fields, on paper: Paper) {
        fields.add("Colour state", data[.color]?.string.map { Line($0) })
        fields.add("Sea", data[.sea].flatMap { sea($0, in: paper.units) })
    }

    /// Returns the sea: `water 15 °C, moderate (state 4)`, `water 1 °C, waves 1.4 m`.
    private func sea(_ sea: JSON, in units: Units) -> Line? {
        let parts = [
            sea[.temperature]?.double.map { "water \(units.temperature($0))" },
            sea[.state]?.int.map { "\(ReportPage.seaStates[$0] ?? "unknown") (state \($0))" },
            sea[.waves]?.double.map { "waves \(decimal($0)) m" },
        ].compactMap(\.self)
        let words = parts.isEmpty ? [sea[.code]?.string].compactMap(\.self) : parts
        return words.isEmpty ? nil : Line(words.joined(separator: ", "))
    }

    /// Source: WMO-No. 306, code table 3700.
    private static let seaStates: [Int: String] = [
        0: "glassy", 1: "rippled", 2: "smooth", 3: "slight", 4: "moderate", 5: "rough", 6: "very rough",
        7: "high", 8: "very high", 9: "phenomenal",
    ]
}

extension Item {
    /// The greatest time by which a report may be ahead of the clock: one further ahead was dated by a wrong
    /// clock, and its age is not known.
    private static let mostAhead = Duration.seconds(3600)

    /// Whether a report is older than an age: by its own time or, if that cannot be read, by the time at
    /// which it was first received. One whose age is not known is not a new one.
    package func isExpired(at now: UTC, after maximumAge: Duration) -> Bool {
        guard let reported else { return true }
        return now > reported + maximumAge || reported > now + Item.mostAhead
    }

    /// Returns the moment after which a report counts as expired; `nil` if it has no time.
    package func expiry(after maximumAge: Duration) -> UTC? { reported.map { $0 + maximumAge } }

    /// The time of a report or, if that cannot be read, the time at which it was first received; `nil` if
    /// neither is known.
    private var reported: UTC? { moment(.time) ?? moment(.received) ?? at }

    /// Whether the period of a forecast is over; `false` if it has none that is known.
    package func isOver(at now: UTC) -> Bool { moment(.until).map { $0 <= now } ?? false }

    /// Returns that a newer report than this one is missing (NIL): `the newest report (16:35Z) is missing
    /// (NIL)`; `nil` if none is.
    func missing(of kind: String, on paper: Paper) -> Line? {
        moment(.missing).map {
            let when = paper.forPilots.zone.when($0, from: paper.now)
            return Line("the newest \(kind) (\(when)) is missing (NIL)", .bad)
        }
    }

    /// Returns a member of the data that is a time; `nil` if it is absent or not a time.
    package func moment(_ member: WeatherMember) -> UTC? { data[member]?.utc }
}

extension JSON {
    /// The words of a report that were not understood, without those that its trends name as their own.
    var unparsedWords: [String] { words(without: self[.trend]) }

    /// Returns the words that were not understood, without those that the elements of a list name as their
    /// own.
    func words(without parts: JSON?) -> [String] {
        var words = texts(.unparsed)
        for own in (parts?.array ?? []).flatMap({ $0.texts(.unparsed) }) {
            if let index = words.firstIndex(of: own) { words.remove(at: index) }
        }
        return words
    }

    /// Returns the texts of a member that is a list of texts or one text.
    func texts(_ member: WeatherMember) -> [String] {
        guard let value = self[member] else { return [] }
        return value.array?.compactMap(\.string) ?? [value.string].compactMap(\.self)
    }
}
