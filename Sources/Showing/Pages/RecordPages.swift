/// The page that fits records best, where one fits better than a table; `nil` where a table does.
///
/// Reports and forecasts have pages of their own; a record that was asked for alone (`isOne`), or that
/// is its source's only one, has a page.
public func recordPage(_ items: [Item], _ source: Source, isOne: Bool) -> (any Showable)? {
    guard let first = items.first else { return Pages([]) }
    if EntryList.canShow(items, source) { return isOne ? EntryPage(first) : EntryList(items) }
    if items.count == 1 {
        if ForecastPage.canShow(first) { return ForecastPage(first) }
        if WindsPage.canShow(first) { return WindsPage(first) }
        if OutlookPage.canShow(first) { return OutlookPage(first) }
        if ReportPage.canShow(first) {
            return ReportPage(first, maximumAge: source.maximumAge ?? .seconds(3 * 3600))
        }
        return isOne || source.name.contains("@") ? RecordPage(first, source: source) : nil
    }
    return items.allSatisfy(ReportPage.canShow) ? ReportTable(items) : nil
}

extension Source {
    /// From when on its records count as expired; `nil` when it does not say.
    var maximumAge: Duration? { words("Source", "MaxAge").first.flatMap { Duration(said: $0) } }
}
