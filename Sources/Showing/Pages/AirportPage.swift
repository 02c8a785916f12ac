public import AlmanacValues
import Records

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
    /// The airport's runways; empty if unknown.
    package let runways: [Runway]
    /// The reasons why parts of the page are missing.
    package let lost: [Gap]

    /// Makes the page of an airport's sources and all their records.
    public init(
        _ sources: [Source], items: [Item], winds: Neighbor? = nil, warnings: WarningAnswer = .init(),
        hazards: AirportHazards? = nil, history: [Item] = [], runways: [Runway] = [],
        lost: [Gap] = []
    ) {
        self.sources = sources
        self.items = items
        self.winds = winds
        self.warnings = warnings
        self.hazards = hazards
        self.history = history
        self.runways = runways
        self.lost = lost
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
        var sections: [any Showable] = [warnings, GapList(lost)]
        for source in sorted.map(\.element) {
            sections.append(section(source))
            if let winds = runwayWinds(of: source) { sections.append(winds) }
        }
        if let hazards { sections.append(hazards) }
        if let winds { sections.append(WindsPage(winds)) }
        return PageSequence(sections).lines(on: paper)
    }

    private func rank(of source: Source, in order: [String]) -> Int {
        let stem = source.name.split(separator: "@").first.map(String.init) ?? source.name
        return order.firstIndex(of: stem) ?? order.count
    }

    /// Returns the wind of the report of a source on the runways; `nil` without a report or runways.
    private func runwayWinds(of source: Source) -> RunwayWinds? {
        let report = items.first { $0.source.hasBytes(of: source.name) && ReportPage.canShow($0) }
        guard let report, !runways.isEmpty else { return nil }
        return RunwayWinds(runways, in: report.data)
    }

    private func section(_ source: Source) -> any Showable {
        let own = items.filter { $0.source.utf8.elementsEqual(source.name.utf8) }
        let page = recordPage(own, of: source, isOne: true) ?? RecordTable(own, view: .init())
        return PageSequence([page, SourceNote(source, isEmpty: own.isEmpty)])
    }
}
