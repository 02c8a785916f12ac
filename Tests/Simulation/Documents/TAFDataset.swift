import Records

/// The aerodrome forecasts of some aerodromes.
///
/// Source: WMO-No. 306, FM 51 (TAF).
nonisolated struct TAFDataset: Dataset {
    /// A forecast.
    private struct Forecast {
        let station: String
        let time: UTC
        let raw: String
        let members: [JSON.Member]
    }

    private var forecasts: [Forecast] = []

    let kind = "taf"
    let sourceSettings = ""
    let sections = ""
    let mediaType = "text/plain"
    let isExact = false
    let keepsMissing = true

    /// Invents the forecasts of the hours before a moment.
    init(at time: UTC, _ chance: inout Chance) {
        for station in ReportDataset.aerodromes where chance.isTrue(0.85) {
            let issued = (time - .seconds(60 * chance.below(180))).startOfMinute
            forecasts.append(TAFDataset.forecast(for: station, issued: issued, isAmended: false, &chance))
        }
    }

    /// The members of the latest forecast for each station, by the station.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for forecast in forecasts { expected[forecast.station] = .object(forecast.members) }
        return expected
    }

    /// Issues forecasts for a few stations, or amends theirs.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        for _ in 0...chance.below(4) {
            let index = chance.below(forecasts.count)
            let old = forecasts[index]
            let issued = (time - .seconds(60 * chance.below(5))).startOfMinute
            guard issued > old.time else { continue }
            forecasts[index] = TAFDataset.forecast(
                for: old.station, issued: issued, isAmended: issued < old.time + .seconds(3 * 3600), &chance)
        }
    }

    /// Returns a list of forecasts in any order.
    func document(_ style: inout Chance) -> [UInt8] {
        let reports = forecasts.map(\.raw)
        let order = style.isTrue(0.5) ? reports : reports.shuffled(using: &style)
        return ReportLayout(&style).document(order, &style)
    }

    private static func forecast(
        for station: String, issued: UTC, isAmended: Bool, _ chance: inout Chance
    ) -> Forecast {
        let from = UTC(seconds: (issued.seconds / 3600 + 1) * 3600)
        let until = from + .seconds(3600 * chance.pick([9, 24, 30]))
        let prefix = "TAF \(isAmended ? "AMD " : "")\(station) \(Observation.day(issued))Z "
        let groups = groups(isAmerican: station.hasPrefix("K"), from: from, &chance)
        let period = hour(from, isEnd: false) + "/" + hour(until, isEnd: true) + " "
        let raw = prefix + period + groups.joined(separator: " ")
        let members: [JSON.Member] = [
            .init("station", .string(station)), .init("type", "TAF"), .init("raw", .string(raw)),
            .init("time", .string(issued.description)), .init("from", .string(from.description)),
            .init("until", .string(until.description)),
        ]
        let amended: [JSON.Member] = isAmended ? [.init("amended", true)] : []
        return Forecast(station: station, time: issued, raw: raw, members: members + amended)
    }

    /// Returns a day and hour; an end at midnight is hour 24 of the day before.
    private static func hour(_ time: UTC, isEnd: Bool) -> String {
        let isMidnight = isEnd && time.fields.hour == 0
        let fields = (isMidnight ? time - .seconds(3600) : time).fields
        return Observation.padded(fields.day) + Observation.padded(isMidnight ? 24 : fields.hour)
    }

    private static func groups(isAmerican: Bool, from: UTC, _ chance: inout Chance) -> [String] {
        var groups = [conditions(isAmerican: isAmerican, &chance)]
        var start = from
        for _ in 0..<chance.below(3) {
            start = start + .seconds(3600 * (1 + chance.below(2)))
            let end = start + .seconds(3600)
            let period = hour(start, isEnd: false) + "/" + hour(end, isEnd: true)
            let change = chance.pick(["BECMG", "TEMPO", "PROB30"]) + " " + period
            groups.append(isAmerican ? "FM\(hour(start, isEnd: false))00" : change)
            groups.append(conditions(isAmerican: isAmerican, &chance))
        }
        return groups
    }

    private static func conditions(isAmerican: Bool, _ chance: inout Chance) -> String {
        let wind = Observation.padded(10 * (1 + chance.below(36)), to: 3) + "\(10 + chance.below(20))KT"
        let visibility = chance.pick(isAmerican ? ["P6SM", "3SM -RA"] : ["9999", "4000 -SHRA", "0800 FG"])
        return wind + " " + visibility + " " + chance.pick(["BKN", "OVC", "SCT"])
            + chance.pick(["008", "020", "100"])
    }
}
