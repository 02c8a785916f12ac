import AlmanacValues
import Records

/// The SIGMETs, AIRMETs and pilot reports along a way, and the parts of the way that no source covers.
struct BriefHazards {
    /// The most pilot reports that are shown.
    private static let mostReports = 30

    /// The way.
    let route: BriefRoute
    /// All sources.
    let sources: [Source]
    /// The advisories of all sources; `nil` if they could not be asked for.
    let advisories: [Item]?
    /// The pilot reports around the way; `nil` likewise.
    let reports: [Item]?
    /// The stations, among which are the centres of sources of pilot reports.
    let stations: StationTable
    /// The present time, at which what is over is left out.
    let now: UTC
    /// The moment of the briefing.
    let moment: UTC

    /// The products, in the order of the page.
    var products: [BriefProduct] { [advisory(.sigmet), advisory(.airmet), pilotReports] }

    /// Returns the SIGMETs or the AIRMETs.
    private func advisory(_ product: Advisory) -> BriefProduct {
        let name = product.rawValue
        let own = sources.filter { $0.kind == "sigmet" && $0.runtime.health != .paused && product.isIn($0) }
        let all = (advisories ?? []).compactMap { Hazard($0) }.filter { product.has($0.item) }
        let found = all.filter { !$0.isOver(at: now) }.compactMap { RouteHazard($0, on: route) }.sorted()
        let gaps = missing(of: product, own) + own.flatMap { readingGaps(of: $0, all) } + unknownPlaces
        let standing = standing(
            isAsked: advisories != nil, hasSource: !own.isEmpty, isEmpty: found.isEmpty, gaps,
            unkept: "no source keeps them" + advice(for: product, at: route.stops))
        let names = own.map(\.name)
        return BriefProduct(
            name, .read(own.compactMap(\.runtime.fetched).min()), standing, sources: names,
            items: found.map(\.hazard.item)
        ) { [moment] paper in
            if found.isEmpty { return BriefHazards.none(standing, among: own) }
            return found.map { $0.line(at: moment, on: paper) }
        }
    }

    /// The pilot reports in the corridor, the urgent ones first, then the newest.
    private var pilotReports: BriefProduct {
        let own = sources.filter { $0.kind == "pirep" && $0.runtime.health != .paused }
        var seen: Set<String> = []
        let found = (reports ?? []).compactMap { item -> NearbyPilotReport? in
            guard let metres = item.position(nil).flatMap(route.distance(to:)), metres <= BriefRoute.corridor
            else { return nil }
            return NearbyPilotReport(Neighbor(item, metres: metres, bearing: 0))
        }
        .filter { !$0.isOver(at: now) && seen.insert($0.neighbor.item.key).inserted }
        .sorted { $0.comes(before: $1) }
        let gaps = uncovered(by: own) + own.flatMap(\.readingGaps) + unknownPlaces
        let standing = standing(
            isAsked: reports != nil, hasSource: !own.isEmpty, isEmpty: found.isEmpty, gaps,
            unkept: "no source keeps them" + pilotAdvice(route.stops.map(\.identifier)))
        return BriefProduct(
            "PIREP", .read(own.compactMap(\.runtime.fetched).min()), standing, sources: own.map(\.name),
            items: found.prefix(BriefHazards.mostReports).map(\.neighbor.item)
        ) { paper in
            guard !found.isEmpty else { return BriefHazards.none(standing, among: own) }
            let more = found.count - BriefHazards.mostReports
            return found.prefix(BriefHazards.mostReports).map { $0.line(on: paper) }
                + (more > 0 ? [Line("and \(more) more")] : [])
        }
    }

    /// Returns the standing of a list of which some may be missing.
    private func standing(
        isAsked: Bool, hasSource: Bool, isEmpty: Bool, _ gaps: [Gap], unkept: String
    ) -> BriefProduct.Standing {
        guard hasSource else { return .unknown(unkept) }
        guard isAsked else { return .unknown(BriefQuestion.unanswered) }
        guard !gaps.isEmpty else { return .current }
        return isEmpty ? .unknown(gaps.map(BriefQuestion.words).joined(separator: "; ")) : .incomplete(gaps)
    }

    /// Returns that there is none, as far as current sources say; nothing if something is unknown.
    private static func none(_ standing: BriefProduct.Standing, among sources: [Source]) -> [Line] {
        guard case .current = standing else { return [] }
        let isFiltered = sources.contains { $0.leftOut > 0 }
        let rest = isFiltered ? ", among those that Where= keeps" : ""
        return [Line("none within 50 NM in \(sources.map(\.name).joined(separator: ", "))\(rest)")]
    }

    /// The gap that the position of an airport is not known.
    private var unknownPlaces: [Gap] {
        route.unknown.map { Gap(source: $0, .remark("its position is not known, or the way to it")) }
    }

    /// Returns why advisories of a source may be missing. An advisory of which something is unknown is listed
    /// where it may apply, and hides nothing.
    private func readingGaps(of source: Source, _ hazards: [Hazard]) -> [Gap] {
        let explained = hazards.filter { $0.item.source.hasBytes(of: source.name) }
            .reduce(0) { $0 + $1.unknownCount }
        return source.readingGaps.compactMap { gap in
            guard case .unread(let count) = gap.reason else { return gap }
            return count > explained ? Gap(source: source.name, .unread(count - explained)) : nil
        }
    }
}

/// A product of advisories for aircraft.
private enum Advisory: String {
    case sigmet = "SIGMET"
    case airmet = "AIRMET"

    /// Whether a source has this product.
    func isIn(_ source: Source) -> Bool { AirportHazards.word(for: source) == rawValue }

    /// Whether a record is one; advisories of other names count as SIGMETs.
    func has(_ item: Item) -> Bool {
        let isAirmet = item.data["advisory"]?.string?.contains(text: "AIRMET") ?? false
        return isAirmet == (self == .airmet)
    }
}

extension AdvisoryReach {
    /// Whether it contains an airport.
    fileprivate func contains(_ stop: BriefStop) -> Bool { contains(stop.identifier) }
}

/// The coverage of sources.
extension BriefHazards {
    /// Returns the gap that no source has the advisories of some airports; nothing without any source, which
    /// has a reason of its own.
    private func missing(of product: Advisory, _ own: [Source]) -> [Gap] {
        let reaches = own.map { AdvisoryReach($0) }
        let bare = route.stops.filter { stop in !reaches.contains { $0.contains(stop) } }
        guard !own.isEmpty, !bare.isEmpty else { return [] }
        let names = bare.map(\.identifier).joined(separator: ", ")
        let reason = "no source keeps those at \(names)" + advice(for: product, at: bare)
        return [Gap(source: product.rawValue, .remark(reason))]
    }

    /// Returns the commands that enable the included sources of some airports; empty if there are none.
    private func advice(for product: Advisory, at stops: [BriefStop]) -> String {
        let isOfStates = stops.contains { AdvisoryReach.contiguousStates.contains($0) }
        let isElsewhere = stops.contains { AdvisoryReach.elsewhere.contains($0) }
        let names =
            product == .airmet
            ? (isOfStates ? ["airmets-us"] : [])
            : (isOfStates ? ["sigmets-us"] : []) + (isElsewhere ? ["sigmets"] : [])
        return names.isEmpty ? "" : " (almanac enable \(names.joined(separator: " ")))"
    }

    private func pilotAdvice(_ airports: [String]) -> String {
        " (almanac enable \(airports.map { "pireps@\($0)" }.joined(separator: " ")))"
    }

    /// Returns the gap that sources of pilot reports, each of which has a circle, do not cover the corridor.
    private func uncovered(by own: [Source]) -> [Gap] {
        let circles = own.map { PilotReportCircle($0, stations) }
        guard !own.isEmpty, !circles.contains(where: \.isUnlimited) else { return [] }
        let known = circles.compactMap(\.circle)
        let share = route.share { one, other in
            known.contains { $0.contains(one) && $0.contains(other) }
        }
        let stops = route.stops.filter { stop in
            stop.position.map { place in !known.contains { $0.contains(place) } } ?? true
        }
        guard share < 1 || !stops.isEmpty else { return [] }
        let part = "no source keeps those of \(max(1, Int(((1 - share) * 100).rounded()))) % of the way"
        let advice = stops.isEmpty ? "" : pilotAdvice(stops.map(\.identifier))
        return [Gap(source: "PIREP", .remark(part + advice))]
    }
}

/// The circle whose pilot reports a source has.
private struct PilotReportCircle {
    /// The radius of the included definition, in nautical miles.
    private static let usualMiles = 100.0

    /// Whether the source has those of everywhere, as far as its definition says.
    let isUnlimited: Bool
    /// The circle; `nil` if it is not known, or unlimited.
    let circle: Selector.Circle?

    init(_ source: Source, _ stations: StationTable) {
        let instance = source.name.firstIndex(of: "@").map { source.name[$0...].dropFirst() }
        isUnlimited = instance == nil
        let centre = instance.flatMap { stations[$0.uppercased()]?.position }
        let stated = source.origin.flatMap { address in
            address.firstRange(ofText: "distance=").map {
                address[$0.upperBound...].prefix(while: \.isNumber)
            }
        }
        let miles = stated.flatMap { Double($0) } ?? PilotReportCircle.usualMiles
        circle = centre.map { .init(centre: $0, radius: miles * DistanceUnit.nauticalMile.metres) }
    }
}

extension Selector.Circle {
    fileprivate func contains(_ position: Position) -> Bool { centre.distance(to: position) <= radius }
}

/// An advisory with its distance from a way.
private struct RouteHazard: Comparable {
    let hazard: Hazard
    /// The distance in metres, 0 if it is crossed; `nil` if the area is not known.
    let metres: Double?

    /// Makes it of an advisory in the corridor, or of one of unknown area that may be there; `nil` otherwise.
    init?(_ hazard: Hazard, on route: BriefRoute) {
        self.hazard = hazard
        metres = hazard.item.data["geometry"].flatMap { GeoArea($0) }.flatMap(route.distance(to:))
        if let metres, metres <= BriefRoute.corridor { return }
        guard hazard.isAreaUnknown || metres == nil,
            route.stops.contains(where: { hazard.mayApply(at: $0.identifier) })
        else { return nil }
    }

    /// Whether it comes first: those that are crossed or near, and of these the one that ends first.
    static func < (left: RouteHazard, right: RouteHazard) -> Bool {
        let near = left.metres ?? .infinity
        let other = right.metres ?? .infinity
        guard near == other else { return near < other }
        return left.hazard.ends?.microseconds ?? .max < right.hazard.ends?.microseconds ?? .max
    }

    static func == (left: RouteHazard, right: RouteHazard) -> Bool {
        left.hazard.item.path == right.hazard.item.path
    }

    /// Returns the hazard, its levels, time and movement, where it is, and its record.
    func line(at moment: UTC, on paper: Paper) -> Line {
        let isLate = hazard.isOver(at: moment) || hazard.isAnnounced(at: moment)
        let time = isLate ? "not at \(paper.zone.when(moment, from: paper.now))" : nil
        let words = [
            hazard.levels, hazard.time(on: paper), time, hazard.movement, place(on: paper), hazard.region,
        ]
        let text = words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        return Line(hazard.name, .strong) + Line(" \(text) ") + Line(hazard.item.path, .faint)
    }

    private func place(on paper: Paper) -> String {
        guard let metres else { return "area unknown" }
        let doubt = hazard.isAreaUnknown ? ", a part of its area unknown" : ""
        let far = DistanceUnit(paper.units).text(metres)
        return (metres == 0 ? "on the way" : "\(far) off the way") + doubt
    }
}

extension NearbyPilotReport {
    /// Returns the report in one line: its age, its distance from the way, and its text.
    func line(on paper: Paper) -> Line {
        let urgent = isUrgent ? Line("urgent ", .bad) : Line()
        let far = DistanceUnit(paper.units).text(neighbor.metres)
        let age = time.map { paper.age($0) } ?? "time unknown"
        let level = neighbor.item.data["level"]?.string ?? "level unknown"
        return urgent + Line("\(age), \(far) off, \(level): ") + Line(raw, .faint)
    }
}
