import AlmanacValues
import Records
import Showing

/// A TAF with the members of aviationweather.gov's JSON.
///
/// Every member of a group is there, and `null` if the forecast does not state it, as in the answers of 2026.
///
/// Source: aviationweather.gov, OpenAPI description, TAFproperties; its answers of 2026.
struct AWCForecast {
    let item: Item
    /// The station in the table; `nil` if it has none of this name.
    let station: Station?

    /// The forecast with the word that begins it.
    var raw: String {
        let text = item.data[.raw]?.string ?? ""
        return text.hasPrefix("TAF") ? text : "TAF \(text)"
    }

    /// The name of the station without its region, as the service states it beside forecasts.
    var name: String? { station?.name ?? item.title }

    /// The position of the station.
    var position: Position? { item.position ?? station?.position }

    /// The elevation of the station in metres.
    var elevation: Double? { station?.elevation }

    /// All members.
    var json: JSON {
        .object(
            .stated([
                "icaoId": .string(item.key),
                "dbPopTime": item.at.map(AWCNumbers.moment),
                "issueTime": item.moment(.time).map(AWCNumbers.moment),
                "validTimeFrom": item.moment(.from).map(AWCNumbers.seconds),
                "validTimeTo": item.moment(.until).map(AWCNumbers.seconds),
                "rawTAF": .string(raw), "mostRecent": 1,
                "remarks": .string(item.data[.remarks]?.string ?? ""),
                "lat": position.map { .double($0.latitude) },
                "lon": position.map { .double($0.longitude) },
                "elev": elevation.map(AWCNumbers.whole), "name": name.map(JSON.string),
                "fcsts": .array(groups.map(\.json)),
            ]))
    }

    /// The groups: the initial conditions and the changes, each with the period for which it counts.
    var groups: [AWCGroup] {
        let stated = item.data[.groups]?.array ?? []
        var prevailing = JSON.object([])
        return stated.enumerated().map { index, group in
            let data = group.withoutCAVOK
            guard group.isPrevailing else {
                return AWCGroup(stated: group, data: data, end: group.moment(.until))
            }
            prevailing = group[.change]?.string == "BECMG" ? data.completed(by: prevailing) : data
            return AWCGroup(
                stated: group, data: prevailing, end: end(after: index, of: stated),
                temperatures: index == 0 ? temperatures : [])
        }
    }

    /// Returns the end of prevailing conditions: the beginning of the next ones.
    private func end(after index: Int, of groups: [JSON]) -> UTC? {
        guard let next = groups.dropFirst(index + 1).first(where: \.isPrevailing) else {
            return item.moment(.until)
        }
        return next.moment(.from)
    }

    private var temperatures: [JSON] { item.data[.temperatures]?.array ?? [] }
}

/// A group of a TAF.
struct AWCGroup {
    /// The group as the forecast states it.
    let stated: JSON
    /// Its conditions, with those that remain.
    let data: JSON
    /// The end of the period for which it counts.
    let end: UTC?
    /// The extremes of the whole forecast, which the service states in the first group.
    var temperatures: [JSON] = []

    /// The conditions.
    var conditions: AWCConditions { AWCConditions(data: data) }

    /// The time at which a gradual change is complete; `nil` of other groups.
    var completion: UTC? { stated[.change]?.string == "BECMG" ? stated.moment(.until) : nil }

    /// All members.
    var json: JSON { .object(times + wind + sky + lists) }

    private var times: [JSON.Member] {
        [
            JSON.Member("timeFrom", stated.moment(.from).map(AWCNumbers.seconds) ?? .null),
            JSON.Member("timeTo", end.map(AWCNumbers.seconds) ?? .null),
            JSON.Member("timeBec", completion.map(AWCNumbers.seconds) ?? .null),
            JSON.Member("fcstChange", stated[.change] ?? .null),
            JSON.Member("probability", stated[.probability] ?? .null),
        ]
    }

    private var wind: [JSON.Member] {
        let shear = stated[.windShear]
        return [
            JSON.Member("wdir", conditions.direction ?? .null),
            JSON.Member("wspd", conditions.speed ?? .null), JSON.Member("wgst", conditions.gust ?? .null),
            JSON.Member("wshearHgt", shear?[.height] ?? .null),
            JSON.Member("wshearDir", shear?[.direction] ?? .null),
            JSON.Member("wshearSpd", shear?[.speed] ?? .null),
        ]
    }

    private var sky: [JSON.Member] {
        [
            JSON.Member("visib", conditions.forecastVisibility ?? .null),
            JSON.Member("altim", stated[.altimeter]?.double.map { AWCNumbers.rounded($0, to: 1) } ?? .null),
            JSON.Member("vertVis", conditions.verticalVisibility ?? .null),
            JSON.Member("wxString", conditions.weather ?? .null),
            JSON.Member("notDecoded", unread ?? .null), JSON.Member("clouds", conditions.forecastClouds),
        ]
    }

    private var unread: JSON? {
        let words = (stated[.unparsed]?.array ?? []).compactMap(\.string)
        return words.isEmpty ? nil : .string(words.joined(separator: " "))
    }

    private var lists: [JSON.Member] {
        let layers = hazards(.icing, named: "ICE") + hazards(.turbulence, named: "TURB")
        return [
            JSON.Member("icgTurb", .array(layers)), JSON.Member("temp", .array(temperatures.map(extreme))),
        ]
    }

    private func hazards(_ member: WeatherMember, named name: String) -> [JSON] {
        (stated[member]?.array ?? []).map { layer in
            let base = layer[.base]?.double
            let top = base.flatMap { base in layer[.depth]?.double.map { base + $0 } }
            return [
                "var": .string(name),
                "intensity": layer[.type]?.string.flatMap { Int($0) }.map { .int($0) } ?? .null,
                "minAlt": layer[.base] ?? .null, "maxAlt": top.map(AWCNumbers.whole) ?? .null,
            ]
        }
    }

    private func extreme(_ value: JSON) -> JSON {
        let kinds = ["maximum": "MAX", "minimum": "MIN"]
        return [
            "validTime": value.moment(.time).map(AWCNumbers.seconds) ?? .null,
            "sfcTemp": value[.temperature] ?? .null,
            "maxOrMin": value[.kind]?.string.flatMap { kinds[$0] }.map(JSON.string) ?? .null,
        ]
    }
}

extension JSON {
    /// Returns a member that is a time; `nil` if it is absent or not a time.
    func moment(_ member: WeatherMember) -> UTC? { self[member]?.utc }

    /// Whether a group of a TAF replaces the prevailing conditions.
    fileprivate var isPrevailing: Bool {
        let change = self[.change]?.string
        return change == nil || change == "FM" || change == "BECMG"
    }

    /// The members of conditions that belong together: a change that states one replaces all of them.
    private static let facts: [[WeatherMember]] = [
        [.wind], [.visibility, .visibilityQualifier], [.weather, .noSignificantWeather],
        [.clouds, .sky, .verticalVisibility],
    ]

    /// The conditions in which CAVOK is no word of its own, but a visibility, a sky and a lack of weather.
    fileprivate var withoutCAVOK: JSON {
        guard self[.cavok]?.bool == true else { return self }
        let rest = (object ?? []).filter { $0.name != WeatherMember.cavok.description }
        let spelled = [(WeatherMember.noSignificantWeather, JSON.bool(true)), (.sky, "NSC")]
        return .object(rest + spelled.map { Member($0.0.description, $0.1) })
    }

    /// Returns the conditions of a gradual change with those that it does not name, and that remain.
    fileprivate func completed(by earlier: JSON) -> JSON {
        let kept = JSON.facts.filter { fact in !fact.contains { self[$0] != nil } }.flatMap(\.self)
        return .object(
            (object ?? [])
                + kept.compactMap { name in earlier[name].map { Member(name.description, $0) } })
    }
}
