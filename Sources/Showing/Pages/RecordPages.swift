public import AlmanacValues

/// Returns the best page for records, or `nil` if a table is best.
///
/// Reports, forecasts, warnings and calendars have special pages; a record that was requested by its key
/// (`isOne`), or that is the only one of its source, has a page.
public func recordPage(_ items: [Item], of source: Source, isOne: Bool) -> (any Showable)? {
    guard let first = items.first else { return PageSequence([]) }
    if EntryList.canShow(items, of: source) { return isOne ? EntryPage(first) : EntryList(items) }
    if AgendaPage.canShow(items, of: source), !isOne { return AgendaPage(items) }
    if source.kind == "alert" {
        let warnings = items.compactMap(Warning.init)
        if isOne, let warning = warnings.first { return WarningPage(warning) }
        if warnings.count == items.count { return WarningList(warnings) }
    }
    if items.count == 1 {
        if source.kind == "report", BriefingPage.canShow(first) {
            return BriefingPage(first, maximumAge: source.maximumAge)
        }
        if ForecastPage.canShow(first) { return ForecastPage(first) }
        if WindsPage.canShow(first) { return WindsPage(first) }
        if OutlookPage.canShow(first) { return OutlookPage(first) }
        if ReportPage.canShow(first) {
            return ReportPage(first, maximumAge: source.maximumAge)
        }
        return isOne || source.name.contains("@") ? RecordPage(first, source: source) : nil
    }
    return items.allSatisfy(ReportPage.canShow) ? ReportTable(items, of: [source]) : nil
}

extension Source {
    /// The age from which reports count as expired: `MaxAge=`, or else the usual one.
    public var maximumAge: Duration {
        words(in: "Source", named: "MaxAge").first.flatMap { Duration(said: $0) } ?? .usualMaximumAge
    }
}

extension [Source] {
    /// The ages from which the reports of sources count as expired, by name.
    package var maximumAges: [String: Duration] {
        Dictionary(map { ($0.name, $0.maximumAge) }) { first, _ in first }
    }
}

extension Duration {
    /// The age from which reports count as expired where nothing else is stated: three hours.
    public static var usualMaximumAge: Duration { .seconds(3 * 3600) }
}
