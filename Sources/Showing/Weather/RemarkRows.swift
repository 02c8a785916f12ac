import Records
import Schemas

/// The rows of a report's page that its remarks supply: dangers first.
struct RemarkRows {
    private let report: JSON
    private let remarks: JSON
    private let conditions: ConditionsText
    private let paper: Paper

    /// Makes the rows; `nil` if the report has no remarks.
    init?(_ data: JSON, conditions: ConditionsText, on paper: Paper) {
        guard let remarks = data[.remarks], remarks.object != nil else { return nil }
        report = data
        self.remarks = remarks
        self.conditions = conditions
        self.paper = paper
    }

    /// Adds a row for each remark that is there.
    func add(to fields: inout Fields) {
        addTexts(to: &fields)
        fields.add("Hail", hail)
        fields.add("Ice accretion", accretion)
        fields.add("Ceiling varies", ceiling)
        fields.add("Ceiling elsewhere", places(.ceilings, .ceiling) { paper.units.height($0) })
        fields.add("Visibility varies", visibility)
        fields.add("Least visibility", least)
        let elsewhere = places(.visibilities, .visibility) { conditions.visibility($0, qualifier: nil) }
        fields.add("Visibility elsewhere", elsewhere)
        fields.add("Tower visibility", visibility(.towerVisibility, .towerVisibilityQualifier))
        fields.add("Surface visibility", visibility(.surfaceVisibility, .surfaceVisibilityQualifier))
        fields.add("Peak wind", peakWind)
        fields.add("Wind shift", windShift)
        fields.add("Pressure", pressure)
        for member in RemarkRows.others {
            let number = member.path.value(in: report)?.double
            fields.add(member.title, number.map { Line(paper.units.text($0, of: member.member.quantity)) })
        }
    }

    /// The members that the schema shows as rows, which none of the others is about.
    private static let others = Schema.metar.members(in: .row)

    private func addTexts(to fields: inout Fields) {
        let rows: [(String, WeatherMember)] = [
            ("Tornado", .tornadic), ("Thunderstorm", .thunderstorms), ("Lightning", .lightning),
            ("Clouds noted", .significantClouds), ("Nearby", .nearbyWeather), ("Obscured by", .obscurations),
            ("Sky varies", .variableSky),
        ]
        for (name, member) in rows {
            let isLightning = member.description == WeatherMember.lightning.description
            let words = remarks.texts(member).map { isLightning ? lightningWords($0) : $0 }
            fields.add(name, lines: words.map { Line($0) })
        }
    }

    private var hail: Line? {
        remarks[.hailSize]?.double.map {
            Line(less(remarks[.hailSizeQualifier]) + paper.units.precipitation($0))
        }
    }

    private var accretion: Line? {
        let periods: [(WeatherMember, String)] = [
            (.hour, "in an hour"), (.threeHours, "in 3 hours"), (.sixHours, "in 6 hours"),
        ]
        let traces = (remarks[.iceAccretion]?[.trace]?.array ?? []).compactMap(\.string)
        let amounts = periods.compactMap { member, period in
            remarks[.iceAccretion]?[member]?.double.map { amount in
                let isTrace = traces.contains(member.description)
                return "\(isTrace ? "a trace" : paper.units.precipitation(amount)) \(period)"
            }
        }
        return amounts.isEmpty ? nil : Line(amounts.joined(separator: ", "))
    }

    private var ceiling: Line? { range(.ceiling) { paper.units.height($0) } }

    private var visibility: Line? { range(.visibility) { conditions.visibility($0, qualifier: nil) } }

    private func range(_ member: WeatherMember, in words: (Double) -> String) -> Line? {
        guard let low = remarks[member]?[.low]?.double, let high = remarks[member]?[.high]?.double else {
            return nil
        }
        return Line("\(less(remarks[member]?[.lowQualifier]))\(words(low)) to \(words(high))")
    }

    private var least: Line? {
        remarks[.minimumVisibility]?[.visibility]?.double.map {
            Line(conditions.visibility($0, qualifier: nil))
        }
    }

    /// Returns values with their places: `200 ft at RWY11, 400 ft to the north`.
    private func places(_ list: WeatherMember, _ member: WeatherMember, in words: (Double) -> String) -> Line?
    {
        let values = (remarks[list]?.array ?? []).compactMap { entry -> String? in
            guard let value = entry[member]?.double, let place = entry[.place]?.string else { return nil }
            let at = place.hasPrefix("RWY") ? "at" : "to"
            return "\(less(entry[.visibilityQualifier]))\(words(value)) \(at) \(place)"
        }
        return values.isEmpty ? nil : Line(values.joined(separator: ", "))
    }

    private func visibility(_ member: WeatherMember, _ qualifier: WeatherMember) -> Line? {
        remarks[member]?.double.map {
            Line(conditions.visibility($0, qualifier: remarks[qualifier]?.string))
        }
    }

    private var peakWind: Line? {
        guard let wind = remarks[.peakWind], let direction = wind[.direction]?.int,
            let speed = wind[.speed]?.double
        else { return nil }
        let moment = wind[.time]?.utc.map { ", \(paper.moment($0))" } ?? ""
        return Line("\(threeDigits(direction))° \(paper.units.speed(speed))\(moment)")
    }

    private var windShift: Line? {
        guard let shift = remarks[.windShift] else { return nil }
        let moment = shift[.time]?.utc.map(paper.moment)
        let front = shift[.frontal]?.bool == true ? "with a front" : nil
        return Line([front, moment].compactMap { $0 }.joined(separator: ", "))
    }

    private var pressure: Line? {
        switch remarks[.pressureChange]?.string {
        case "PRESRR": "rising rapidly"
        case "PRESFR": "falling rapidly"
        default: nil
        }
    }

    private func less(_ qualifier: JSON?) -> String { qualifier == "less" ? "less than " : "" }
}
