import Records

/// An invented weather report of an aerodrome.
///
/// Source: WMO-No. 306, FM 15 (METAR) and FM 16 (SPECI).
nonisolated struct Observation {
    let station: String
    let time: UTC
    /// The report without line breaks.
    let raw: String
    /// The expected members.
    let members: [JSON.Member]

    /// Invents a report.
    ///
    /// - Parameters:
    ///   - station: The station; the customary units are those of its country.
    ///   - time: The time of the observation, a whole minute.
    ///   - correcting: Whether it corrects a report of that time.
    ///   - chance: Chooses the weather.
    init(of station: String, at time: UTC, correcting: Bool, _ chance: inout Chance) {
        let isSpecial = !correcting && chance.isTrue(0.2)
        let isAmerican = station.hasPrefix("K")
        let isAutomatic = chance.isTrue(0.3)
        var groups = [isSpecial ? "SPECI" : "METAR"] + (correcting ? ["COR"] : []) + [station]
        groups += [Observation.day(time) + "Z"] + (isAutomatic ? ["AUTO"] : [])
        var members: [JSON.Member] = [
            .init("station", .string(station)), .init("time", .string(time.description)),
            .init("type", isSpecial ? "SPECI" : "METAR"),
        ]
        if correcting { members.append(.init("corrected", true)) }
        if isAutomatic { members.append(.init("auto", true)) }
        for group in Observation.groups(isAmerican: isAmerican, &chance) {
            groups.append(group.text)
            members += group.members
        }
        if isAmerican { groups.append(chance.pick(["RMK AO2", "RMK AO2 SLP132", "RMK AO2 T10171044 $"])) }
        self.station = station
        self.time = time
        raw = groups.joined(separator: " ")
        self.members = members + [.init("raw", .string(raw))]
    }

    /// Returns the day, hour and minute as six digits.
    static func day(_ time: UTC) -> String {
        let fields = time.fields
        return padded(fields.day) + padded(fields.hour) + padded(fields.minute)
    }

    /// Returns a number with at least some digits.
    static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

nonisolated extension Observation {
    /// A group of a report and the members that it becomes.
    private typealias Group = (text: String, members: [JSON.Member])

    private static func groups(isAmerican: Bool, _ chance: inout Chance) -> [Group] {
        var groups = [wind(isAmerican: isAmerican, &chance)]
        if !isAmerican, chance.isTrue(0.2) {
            groups.append(("CAVOK", [.init("cavok", true), .init("visibility", 10_000)]))
        } else {
            groups.append(visibility(isAmerican: isAmerican, &chance))
            groups.append(clouds(&chance))
        }
        return groups + [temperatures(&chance), pressure(isAmerican: isAmerican, &chance)]
    }

    private static func wind(isAmerican: Bool, _ chance: inout Chance) -> Group {
        guard chance.isTrue(0.9) else { return ("00000KT", [.init("wind", ["speed": 0])]) }
        let direction = 10 * (1 + chance.below(36))
        let speed = 2 + chance.below(30)
        let gust = chance.isTrue(0.3) ? speed + 10 : nil
        let isMetric = !isAmerican && chance.isTrue(0.2)
        let unit = isMetric ? "MPS" : "KT"
        let isVariable = gust == nil && speed < 6
        let members: JSON = .members([
            "direction": isVariable ? nil : .int(direction),
            "gust": gust.map { knots($0, isMetric: isMetric) },
            "speed": knots(speed, isMetric: isMetric), "variable": isVariable ? true : nil,
        ])
        let heading = isVariable ? "VRB" : padded(direction, to: 3)
        return (heading + padded(speed) + (gust.map { "G\($0)" } ?? "") + unit, [.init("wind", members)])
    }

    private static func knots(_ speed: Int, isMetric: Bool) -> JSON {
        isMetric ? .double((Double(speed) * 360 / 1.852).rounded() / 100) : .int(speed)
    }

    private static func visibility(isAmerican: Bool, _ chance: inout Chance) -> Group {
        if isAmerican {
            let miles = chance.pick([1, 2, 3, 5, 7, 10])
            let meters = (Double(miles) * 160_934.4).rounded() / 100
            return ("\(miles)SM", [.init("visibility", .double(meters))])
        }
        let meters = chance.pick([800, 1500, 4000, 6000, 9999])
        return (padded(meters, to: 4), [.init("visibility", .int(meters == 9999 ? 10_000 : meters))])
    }

    private static func clouds(_ chance: inout Chance) -> Group {
        var base = 2 + chance.below(40)
        var texts: [String] = []
        var layers: [JSON] = []
        for cover in ["FEW", "SCT", "BKN", "OVC"]
        where chance.isTrue(0.4) || (cover == "OVC" && texts.isEmpty) {
            texts.append(cover + padded(base, to: 3))
            layers.append(["base": .int(base * 100), "cover": .string(cover)])
            base += 5 + chance.below(30)
        }
        return (texts.joined(separator: " "), [.init("clouds", .array(layers))])
    }

    private static func temperatures(_ chance: inout Chance) -> Group {
        let air = chance.below(55) - 20
        let dewPoint = air - chance.below(15)
        let texts = [air, dewPoint].map { ($0 < 0 ? "M" : "") + padded(abs($0)) }
        return (
            texts.joined(separator: "/"),
            [.init("temperature", .int(air)), .init("dewPoint", .int(dewPoint))]
        )
    }

    private static func pressure(isAmerican: Bool, _ chance: inout Chance) -> Group {
        guard isAmerican else {
            let pressure = 970 + chance.below(70)
            return ("Q" + padded(pressure, to: 4), [.init("altimeter", .int(pressure))])
        }
        let hundredths = 2870 + chance.below(200)
        // An inch of mercury is 33.86389 hPa.
        return (
            "A\(hundredths)", [.init("altimeter", .double((Double(hundredths) * 33.86389).rounded() / 100))]
        )
    }
}
