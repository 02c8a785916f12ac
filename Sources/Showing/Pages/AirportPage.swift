public import AlmanacValues
import Records

/// The weather of an airport on one page: the warnings, the report, the forecast, SIGMETs and pilot reports,
/// the winds aloft; a missing section does not affect the others.
public struct AirportPage: Showable {
    private let sources: [Source]
    private let items: [Item]
    private let winds: Neighbor?
    private let warnings: WarningAnswer
    private let hazards: AirportHazards?

    /// Makes the page from an airport's sources and all their records, from the nearest winds aloft, from
    /// what is known about the warnings there, and from the hazards for aircraft.
    public init(
        _ sources: [Source], items: [Item], winds: Neighbor? = nil, warnings: WarningAnswer = .init(),
        hazards: AirportHazards? = nil
    ) {
        self.warnings = warnings
        self.hazards = hazards
        self.sources = sources
        self.items = items
        self.winds = winds
    }

    /// Returns the page: warnings first, then reports; all times are in UTC first.
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
