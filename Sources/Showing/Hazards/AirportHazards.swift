public import AlmanacValues
public import Records

/// The statements of SIGMETs, AIRMETs and pilot reports about an airport, and the gaps in them.
public struct AirportHazards: Sendable {
    /// The kinds of sources with SIGMETs and pilot reports.
    public static let kinds = ["sigmet", "pirep"]
    /// The greatest distance of a pilot report, in metres: 50 nautical miles.
    public static let reportRadius = 92_600.0
    /// The most pilot reports that are asked for, and that are shown.
    public static let mostNear = 200
    static let mostReports = 30
    /// Selects the advisories of which the area or the time is unknown.
    public static let unlocated = Selector(kinds: ["sigmet"], conditions: ["unknown exists"])

    /// The airport, such as `KPWM`.
    let airport: String
    /// The sources of these kinds.
    let sources: [Source]
    /// The advisories in force or announced, those in force first.
    let hazards: [Hazard]
    /// The pilot reports, the urgent ones first, then the newest.
    let reports: [NearbyPilotReport]
    /// The numbers of rejects that advisories with something unknown account for, by source.
    private let explained: [String: Int]
    /// Whether the advisories could be asked for and compared with the airport.
    private let areAdvisoriesKnown: Bool
    /// The same of the pilot reports.
    private let areReportsKnown: Bool
    /// Whether the sources could be asked for.
    private let areSourcesKnown: Bool

    /// Selects the advisories whose area contains a position.
    public static func around(_ position: Position) -> Selector {
        Selector(kinds: ["sigmet"], circle: Selector.Circle(centre: position, radius: 0))
    }

    /// Gathers what is known about an airport.
    ///
    /// - Parameters:
    ///   - airport: The identifier of the airport.
    ///   - sources: The sources of `kinds`, others are ignored; `nil` if they could not be asked for.
    ///   - items: The advisories whose area contains the airport; `nil` if they could not be asked for, or
    ///     the position of the airport is unknown.
    ///   - unlocated: The advisories of unknown area or time, wherever they are; `nil` likewise.
    ///   - reports: The pilot reports within `reportRadius`; `nil` likewise.
    ///   - now: The present time, at which those that are over are left out.
    public init(
        airport: String, sources: [Source]?, items: [Item]?, unlocated: [Item]?, reports: [Neighbor]?,
        at now: UTC
    ) {
        self.airport = airport
        areSourcesKnown = sources != nil
        self.sources = (sources ?? []).filter { AirportHazards.kinds.contains($0.kind ?? "") }
        areAdvisoriesKnown = items != nil && unlocated != nil
        areReportsKnown = reports != nil
        var seen: Set<String> = []
        let isNew = { (hazard: Hazard) in seen.insert("\(hazard.item.source)/\(hazard.item.key)").inserted }
        let doubtful = (unlocated ?? []).compactMap { Hazard($0) }
        let here = (items ?? []).compactMap { Hazard($0) }.filter(isNew)
        let elsewhere = doubtful.filter { $0.isAreaUnknown && $0.mayApply(at: airport) && isNew($0) }
        explained = doubtful.reduce(into: [:]) { $0[$1.item.source, default: 0] += $1.unknownCount }
        hazards = (here + elsewhere).filter { !$0.isOver(at: now) }
            .sorted { AirportHazards.comes($0, before: $1, at: now) }
        self.reports = (reports ?? []).compactMap { NearbyPilotReport($0) }
            .filter { !$0.isOver(at: now) && seen.insert($0.neighbor.item.key).inserted }
            .sorted { $0.comes(before: $1) }
    }

    /// Whether one is listed before another: those in force first, then those that end first.
    private static func comes(_ left: Hazard, before right: Hazard, at now: UTC) -> Bool {
        let (late, lateOther) = (left.isAnnounced(at: now), right.isAnnounced(at: now))
        guard late == lateOther else { return lateOther }
        guard left.isAreaUnknown == right.isAreaUnknown else { return right.isAreaUnknown }
        return left.ends?.microseconds ?? .max < right.ends?.microseconds ?? .max
    }
}

extension AirportHazards {
    /// The records: the advisories, then the pilot reports.
    public var items: [Item] { hazards.map(\.item) + reports.map(\.neighbor.item) }

    /// The reasons why there may be other advisories and reports.
    public var gaps: [Gap] { gaps(ofKind: "sigmet") + gaps(ofKind: "pirep") }

    /// The gap if it is not known which sources there are; it stands where those of advisories do.
    private var sourcesGap: Gap {
        Gap(source: airport, .remark("the sources of SIGMETs and pilot reports could not be asked for"))
    }

    /// The gaps in the knowledge of advisories, and the current sources that have none; empty without such
    /// sources.
    func advisoryNotes(on paper: Paper) -> [Line] {
        let none = own("sigmet").filter { source in
            areAdvisoriesKnown && reaches(source) && gaps(of: source).isEmpty
                && !hazards.contains { $0.item.source == source.name }
        }
        return gaps(ofKind: "sigmet").map { $0.line(on: paper.forPilots) }
            + none.map { source in
                let title = source.title.map { " (\($0))" } ?? ""
                let isFiltered = source.leftOut > 0
                let rest = isFiltered ? ", among those that its Where= keeps" : ""
                return Line("no \(AirportHazards.word(for: source)) here in \(source.name)\(title)\(rest)")
            }
    }

    /// The same of the pilot reports of the airport's own sources: others may lie elsewhere.
    func reportNotes(on paper: Paper) -> [Line] {
        let more = reports.count - AirportHazards.mostReports
        let rest = more > 0 ? [Line("and \(more) more")] : []
        let none = own("pirep").filter { areReportsKnown && gaps(of: $0).isEmpty && reports.isEmpty }
        return rest + gaps(ofKind: "pirep").map { $0.line(on: paper.forPilots) }
            + none.map { Line("no pilot report within 50 NM in \($0.name)") }
    }

    /// The sources of a kind that were asked: all of advisories, of pilot reports those of the airport.
    private func own(_ kind: String) -> [Source] {
        sources.filter { $0.kind == kind && (kind == "sigmet" || $0.name.hasSuffix("@\(airport)")) }
    }

    /// The reports of any source may be near, as long as they are not known.
    private func gaps(ofKind kind: String) -> [Gap] {
        guard areSourcesKnown else { return kind == "sigmet" ? [sourcesGap] : [] }
        let isKnown = kind == "sigmet" ? areAdvisoriesKnown : areReportsKnown
        guard isKnown || !sources.contains(where: { $0.kind == kind }) else {
            let what = kind == "sigmet" ? "or the SIGMETs there" : "or the reports around it"
            return [Gap(source: airport, .remark("the position is not known, \(what)"))]
        }
        return own(kind).flatMap(gaps) + (kind == "sigmet" ? unkept : [])
    }

    /// Whether the advisories of a source can be about the airport, by its address or its name.
    private func reaches(_ source: Source) -> Bool { AdvisoryReach(source).contains(airport) }

    /// The gap that the sources have SIGMETs of other parts of the world only; none without a source.
    private var unkept: [Gap] {
        let own = own("sigmet").filter { AirportHazards.word(for: $0) == "SIGMET" }
        guard !own.isEmpty, !own.contains(where: reaches) else { return [] }
        let name = AdvisoryReach.contiguousStates.contains(airport) ? "sigmets-us" : "sigmets"
        let reason = "no source keeps those at \(airport) (almanac enable \(name))"
        return [Gap(source: "SIGMET", .remark(reason))]
    }

    /// Returns why records of a source may be missing. An advisory of which something is unknown is listed
    /// where it may apply, and hides nothing elsewhere.
    private func gaps(of source: Source) -> [Gap] {
        source.readingGaps.compactMap { gap in
            guard case .unread(let count) = gap.reason else { return gap }
            let lost = count - (explained[source.name] ?? 0)
            return lost > 0 ? Gap(source: source.name, .unread(lost)) : nil
        }
    }

    /// The word for the advisories of a source.
    static func word(for source: Source) -> String {
        let text = (source.name + " " + (source.origin ?? "")).lowercased()
        return text.contains(text: "airmet") && !text.contains(text: "sigmet") ? "AIRMET" : "SIGMET"
    }
}

extension AirportHazards: Showable {
    /// A title, rows and remarks.
    package struct Part {
        /// The name for identifiers.
        package let name: String
        /// The title.
        package let title: String
        /// The rows, with their records; `nil` without any.
        package let rows: (table: Table, items: [Item])?
        /// The gaps, and what there is not.
        package let notes: [Line]
    }

    /// Returns both parts; nothing without sources of these kinds.
    public func lines(on paper: Paper) -> [Line] {
        let parts = parts(on: paper).map { part in
            [Line(part.title, .strong)] + (part.rows?.table.lines(on: paper) ?? [])
                + part.notes.flatMap { $0.wrapped(to: paper.width) }
        }
        return Array(parts.joined(separator: [Line()]))
    }

    /// Returns the advisories, then the pilot reports; a part without rows and remarks is left out.
    package func parts(on paper: Paper) -> [Part] {
        [
            Part(
                name: "hazards", title: "SIGMETs and AIRMETs", rows: advisories(on: paper),
                notes: advisoryNotes(on: paper)),
            Part(
                name: "pilot-reports", title: "Pilot reports within 50 NM", rows: pilotReports(on: paper),
                notes: reportNotes(on: paper)),
        ].filter { $0.rows != nil || !$0.notes.isEmpty }
    }

    /// Returns the advisories as rows, with the records of the rows; `nil` without any.
    private func advisories(on paper: Paper) -> (table: Table, items: [Item])? {
        guard !hazards.isEmpty else { return nil }
        let columns = [
            Column("HAZARD"), Column("LEVELS"), Column("WHEN"), Column("MOVEMENT", rank: 2),
            Column("REGION", rank: 3), Column("RECORD", rank: 1),
        ]
        let rows = hazards.map { hazard in
            let mark = hazard.isAreaUnknown ? Line(" area unknown", .fair) : Line()
            return Table.Row([
                Line(hazard.name, .strong) + mark, Line(hazard.levels), Line(hazard.time(on: paper)),
                Line(hazard.movement), Line(hazard.region),
                Line("\(hazard.item.source)/\(hazard.item.key)", .faint),
            ])
        }
        return (Table(columns, rows: rows), hazards.map(\.item))
    }

    /// Returns the pilot reports as rows, each with its text, and the records of the rows; `nil` without any.
    private func pilotReports(on paper: Paper) -> (table: Table, items: [Item])? {
        guard !reports.isEmpty else { return nil }
        let columns = [
            Column("TIME"), Column("PLACE"), Column("LEVEL"), Column("TURBULENCE", rank: 2),
            Column("ICING", rank: 1),
        ]
        let shown = reports.prefix(AirportHazards.mostReports)
        let rows = shown.map { report in
            Table.Row(report.cells(on: paper), notes: report.raw.isEmpty ? [] : [Line(report.raw, .faint)])
        }
        return (Table(columns, rows: rows), shown.map(\.neighbor.item))
    }
}
