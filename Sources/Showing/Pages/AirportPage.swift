public import AlmanacValues
import Glibc
package import Records

/// The weather of an airport on one page: the warnings, the report, the forecast, SIGMETs and pilot reports,
/// the winds aloft; a missing section does not affect the others. All times are in UTC first.
public struct AirportPage: Showable {
    /// The sources of the airport, whose failures are stated.
    package let sources: [Source]
    /// All records of these sources.
    package let items: [Item]
    /// The nearest winds aloft; `nil` if there are none.
    package let winds: Neighbor?
    /// The statements about warnings there; those that are over are not shown.
    package let warnings: WarningAnswer
    /// The SIGMETs and pilot reports; `nil` without sources of them.
    package let hazards: AirportHazards?
    /// The versions of the airport's report, newest first, which browsers draw.
    package let history: [Item]
    /// The airport's runways, which browsers draw; empty if unknown.
    package let runways: [Runway]

    /// Makes the page of an airport's sources and all their records.
    public init(
        _ sources: [Source], items: [Item], winds: Neighbor? = nil, warnings: WarningAnswer = .init(),
        hazards: AirportHazards? = nil, history: [Item] = [], runways: [Runway] = []
    ) {
        self.sources = sources
        self.items = items
        self.winds = winds
        self.warnings = warnings
        self.hazards = hazards
        self.history = history
        self.runways = runways
    }

    /// Returns the warnings first, then the reports.
    public func lines(on paper: Paper) -> [Line] {
        let paper = paper.forPilots
        let order = ["metar", "taf", "winds", "report"]
        let sorted = sources.enumerated().sorted { left, right in
            let a = rank(of: left.element, in: order)
            let b = rank(of: right.element, in: order)
            return a == b ? left.offset < right.offset : a < b
        }
        var sections: [any Showable] = [warnings]
        sections += sorted.map { section($0.element) }
        if let hazards { sections.append(hazards) }
        if let winds { sections.append(WindsPage(winds)) }
        return PageSequence(sections).lines(on: paper)
    }

    private func rank(of source: Source, in order: [String]) -> Int {
        let stem = source.name.split(separator: "@").first.map(String.init) ?? source.name
        return order.firstIndex(of: stem) ?? order.count
    }

    private func section(_ source: Source) -> any Showable {
        let own = items.filter { $0.source.utf8.elementsEqual(source.name.utf8) }
        let page = recordPage(own, of: source, isOne: true) ?? RecordTable(own, view: .init())
        return PageSequence([page, SourceNote(source, isEmpty: own.isEmpty)])
    }
}

/// A runway of an airport.
public struct Runway: Hashable, Sendable {
    /// One of the two directions in which a runway is used.
    package struct End: Hashable, Sendable {
        /// The designator, such as `11` or `27L`.
        package let name: String
        /// The direction of aircraft that use it, in true degrees, 0..<360.
        package let heading: Double
    }

    /// The designators of both ends, such as `11/29`; a runway for one direction has only one.
    public let name: String
    /// The direction of the first end, in true degrees, 0..<360.
    public let heading: Double

    /// Makes a runway; `nil` if the direction, in true degrees, is not a number from -360 to 360.
    public init?(name: String, heading: Double) {
        guard abs(heading) <= 360 else { return nil }
        self.name = name
        self.heading = (heading + 360).truncatingRemainder(dividingBy: 360)
    }

    /// The ends: the first, and the opposite one if it has a name.
    package var ends: [End] {
        let names = name.split(separator: "/").prefix(2).map(String.init)
        return zip(names, [heading, (heading + 180).truncatingRemainder(dividingBy: 360)]).map(End.init)
    }

    /// Returns the end with the greatest headwind; of equal ones the first.
    ///
    /// - Parameters:
    ///   - runways: The runways of an airport.
    ///   - wind: The wind of a report.
    /// - Returns: The end; `nil` without runways, and if the wind is calm or has no direction.
    package static func best(of runways: [Runway], in wind: JSON?) -> End? {
        guard let direction = wind?[.direction]?.double, direction.isFinite, wind?[.speed]?.double ?? 0 > 0
        else { return nil }
        var best: (end: End, headwind: Double)?
        for end in runways.flatMap(\.ends) {
            let headwind = cos((direction - end.heading) * .pi / 180)
            if headwind > (best?.headwind ?? -2) + 0.001 { best = (end, headwind) }
        }
        return best?.end
    }
}
