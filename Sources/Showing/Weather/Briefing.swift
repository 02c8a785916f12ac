public import AlmanacValues
package import Records
import Schemas

/// The parts of a `Kind=report` record, converted to the members of reports, forecasts and winds aloft; each
/// part and each member may be missing.
package struct Briefing {
    private let item: Item

    /// Makes the parts of a record.
    package init(_ item: Item) { self.item = item }

    /// The observed conditions; `nil` if the report has none.
    package var report: Item? {
        item.data["conditions"].flatMap { json in
            json.object == nil ? nil : part(weather(json) + heading(json, type: "METAR"))
        }
    }

    /// The forecast as one timeline; `nil` if the report has none.
    package var forecast: Item? {
        guard let json = item.data["forecast"], json.object != nil else { return nil }
        let steps = (json["conditions"]?.array ?? []).map(BriefingStep.init)
        let overlays = steps.filter(\.isOverlay)
        let timeline = steps.filter { !$0.isOverlay }.map { step in
            JSON.object(
                weather(step.json) + period(step.json)
                    + present([.overlays: list(overlays.filter { $0.touches(step) }.map(overlay))]))
        }
        let members = heading(json, type: "TAF") + period(json)
        guard timeline.isEmpty else {
            return part(members + present([.timeline: .array(timeline.map(worst))]))
        }
        return part(members + present([.groups: list(overlays.map(overlay))]))
    }

    private func overlay(_ step: BriefingStep) -> JSON {
        let unknown = weather(step.json).first { $0.name == WeatherMember.unknown.description }?.value
        let facts = (unknown?.array ?? []) + (step.isPlaced ? [] : [.string(WeatherMember.time.description)])
        let members = weather(step.json).filter { $0.name != WeatherMember.unknown.description }
        return .object(
            members
                + present([
                    .change: .string(step.change), .probability: step.probability.map { .int($0) },
                    .unknown: list(facts),
                ]))
    }

    /// Returns a period with the worst flight rules of its parts.
    private func worst(_ period: JSON) -> JSON {
        let parts = [ProvenCategory(period)] + (period[.overlays]?.array ?? []).map { ProvenCategory($0) }
        let worst = ProvenCategory.worst(parts)
        let isOpen = worst.rules.map { worst != .known($0) } ?? false
        return .object(
            (period.object ?? [])
                + present([
                    .worstFlightRules: worst.rules.map { .string($0.rawValue) },
                    .worstFlightRulesOrWorse: isOpen ? true : nil,
                ]))
    }

    private func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? nil : .array(elements) }

    /// Returns the first winds aloft whose period ends after a moment, otherwise the last ones; `nil` if the
    /// report has none.
    package func winds(at now: UTC) -> Item? {
        let hours = item.data["windsAloft"]?["windsAloft"]?.array ?? []
        let current = hours.first { hour in
            guard let until = hour["period"]?["dateEnd"]?.utc else {
                return false
            }
            return until > now
        }
        guard let hour = current ?? hours.last, let levels = hour["windTemps"]?.object else { return nil }
        let members = levels.map { JSON.Member($0.name, level($0.value)) }
        return part(heading(hour, type: "WINDS") + period(hour) + present([.levels: .object(members)]))
    }

    private func part(_ members: [JSON.Member]) -> Item {
        Item(source: item.source, key: station, title: item.title, at: item.at, data: .object(members))
    }

    private var station: String { (item.data["station"]?.string ?? item.key).uppercased() }

    private func heading(_ json: JSON, type: JSON) -> [JSON.Member] {
        present([
            .station: .string(station), .type: type, .time: json["dateIssued"], .raw: json["text"],
        ])
    }

    private func period(_ json: JSON) -> [JSON.Member] {
        present([.from: json["period"]?["dateStart"], .until: json["period"]?["dateEnd"]])
    }

    private func level(_ json: JSON) -> JSON {
        object([
            .direction: json["directionFromTrue"], .speed: json["knots"], .temperature: json["celsius"],
            .variable: json["isLightAndVariable"], .speedAbove: json["isGreaterThan199Knots"],
        ])
    }

    private func present(_ members: KeyValuePairs<WeatherMember, JSON?>) -> [JSON.Member] {
        members.compactMap { member, value in value.map { JSON.Member(member.description, $0) } }
    }

    private func object(_ members: KeyValuePairs<WeatherMember, JSON?>) -> JSON { .object(present(members)) }
}

extension Briefing {
    private func weather(_ json: JSON) -> [JSON.Member] {
        let layers = json["cloudLayers"]?.array ?? []
        let sky = BriefingSky(json)
        let category = ProvenCategory(
            .object(
                present([
                    .flightRules: json["flightRules"]?.string.map { .string($0.uppercased()) },
                    .unknown: list(sky.unknown),
                ])))
        return present([
            .flightRules: category.rules.map { .string($0.rawValue) },
            .flightRulesOrWorse: category.rules.flatMap { category == .known($0) ? nil : true },
            .unknown: list(sky.unknown),
            .wind: json["wind"].map(wind), .visibility: visibility(json["visibility"]).map(JSON.double),
            .visibilityQualifier: json["visibility"]?["distanceQualifier"] == 1 ? "more" : nil,
            .reported: object([
                .altimeter: json["pressureHg"] == nil ? nil : object([.unit: "inHg"]),
                .visibility: json["visibility"] == nil ? nil : object([.unit: "SM"]),
            ]),
            .weather: json["weather"], .clouds: .array(layers.compactMap(cloud)),
            .sky: layers.first.flatMap(clear), .ceiling: sky.ceiling.map(JSON.double),
            .temperature: json["tempC"], .dewPoint: json["dewpointC"],
            .altimeter: json["pressureHg"]?.double.map { .double($0 * Factor.inchOfMercury) },
            .relativeHumidity: json["relativeHumidity"], .densityAltitude: json["densityAltitudeFt"],
        ])
    }

    private func wind(_ json: JSON) -> JSON {
        object([
            .direction: json["direction"], .speed: json["speedKts"], .gust: json["gustSpeedKts"],
            .variable: json["variable"],
        ])
    }

    private func visibility(_ json: JSON?) -> Double? {
        json?["distanceSm"]?.double.map { $0 * Factor.statuteMile }
    }

    private func cloud(_ layer: JSON) -> JSON? {
        guard clear(layer) == nil else { return nil }
        return object([
            .cover: layer["coverage"]?.string.flatMap { $0.contains("/") ? nil : .string($0.uppercased()) },
            .base: layer["altitudeFt"],
            .type: layer["type"]?.string.flatMap { $0.contains("/") ? nil : .string($0.uppercased()) },
        ])
    }

    private func clear(_ layer: JSON) -> JSON? {
        let word = layer["coverage"]?.string?.uppercased() ?? ""
        return ["CLR", "SKC", "NSC", "NCD"].contains(word) ? .string(word) : nil
    }
}

/// A `Kind=report` record for pilots: conditions, forecast and the winds aloft valid now; missing data affect
/// only their section.
public struct BriefingPage: Showable {
    private let item: Item
    private let maximumAge: Duration

    /// Makes the page of a report, which counts as expired if it is older than `maximumAge`.
    public init(_ item: Item, maximumAge: Duration = .usualMaximumAge) {
        self.item = item
        self.maximumAge = maximumAge
    }

    /// Whether a record is such a report and has content.
    public static func canShow(_ item: Item) -> Bool {
        let briefing = Briefing(item)
        return briefing.report != nil || briefing.forecast != nil
    }

    /// Returns the sections, one after another.
    public func lines(on paper: Paper) -> [Line] {
        let briefing = Briefing(item)
        var sections: [any Showable] = []
        if let report = briefing.report { sections.append(ReportPage(report, maximumAge: maximumAge)) }
        if let forecast = briefing.forecast { sections.append(ForecastPage(forecast)) }
        if let winds = briefing.winds(at: paper.now) { sections.append(WindsPage(winds)) }
        return PageSequence(sections).lines(on: paper)
    }
}
