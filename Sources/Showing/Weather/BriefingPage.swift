public import AlmanacValues
import Records

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
