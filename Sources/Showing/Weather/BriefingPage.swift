import Records

/// A `Kind=report` record as a pilot reads it: conditions, forecast and the winds aloft that hold now; what is missing
/// costs only its section.
public struct BriefingPage: Showable {
    private let item: Item
    private let maximumAge: Duration

    /// Makes the page of a report, which counts as expired when it is older than `maximumAge`.
    public init(_ item: Item, maximumAge: Duration = .seconds(3 * 3600)) {
        (self.item, self.maximumAge) = (item, maximumAge)
    }

    /// Whether a record is such a report and says anything.
    public static func canShow(_ item: Item) -> Bool {
        let briefing = Briefing(item)
        return briefing.report != nil || briefing.forecast != nil
    }

    /// The sections, one below the other.
    public func lines(on paper: Paper) -> [Line] {
        let briefing = Briefing(item)
        var sections: [any Showable] = []
        if let report = briefing.report { sections.append(ReportPage(report, maximumAge: maximumAge)) }
        if let forecast = briefing.forecast { sections.append(ForecastPage(forecast)) }
        if let winds = briefing.winds(at: paper.now) { sections.append(WindsPage(winds)) }
        return Pages(sections).lines(on: paper)
    }
}
