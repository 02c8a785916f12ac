/// The page that fits records best, where one fits better than a table; `nil` where a table does.
///
/// Reports and forecasts have pages of their own; a record that was asked for alone (`isOne`), or that
/// is its source's only one, has a page.
public func recordPage(_ items: [Item], _ source: Source, isOne: Bool) -> (any Showable)? {
    guard let first = items.first else { return Pages([]) }
    if EntryList.canShow(items, source) { return isOne ? EntryPage(first) : EntryList(items) }
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
    return items.allSatisfy(ReportPage.canShow) ? ReportTable(items, maximumAge: source.maximumAge) : nil
}

extension Source {
    /// From when on its reports count as expired: what `MaxAge=` says, else three hours.
    public var maximumAge: Duration {
        words("Source", "MaxAge").first.flatMap { Duration(said: $0) } ?? .seconds(3 * 3600)
    }
}
