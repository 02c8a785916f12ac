import AlmanacValues
import Records
import Showing

/// The records of an airport by their content; each may be missing.
struct AirportParts {
    /// The newest report; `nil` if there is none.
    let report: Item?
    /// The age from which the report is expired.
    let maximumAge: Duration
    /// The forecast for pilots; `nil` if there is none.
    let forecast: Item?
    /// The winds aloft; `nil` if there are none.
    let winds: Item?
    /// The station, such as `KPWM`.
    let station: String
    /// The name of the airport; `nil` if unknown.
    let name: String?
    /// The position; `nil` if unknown.
    let position: Position?

    /// Makes the parts of the records of an airport's sources.
    init(_ items: [Item], sources: [Source], at now: UTC) {
        let briefings = items.map(Briefing.init)
        let reports = items.filter { ReportPage.canShow($0) } + briefings.compactMap(\.report)
        let forecasts = items.filter { ForecastPage.canShow($0) } + briefings.compactMap(\.forecast)
        let winds = items.filter { WindsPage.canShow($0) } + briefings.compactMap { $0.winds(at: now) }
        report = AirportParts.newest(reports)
        let source = sources.first { [source = report?.source] in $0.name == source }
        maximumAge = source?.maximumAge ?? .usualMaximumAge
        forecast = AirportParts.newest(forecasts)
        self.winds = winds.first
        let known = report ?? forecast
        let instance = sources.first.flatMap { AirportParts.instance(of: $0.name) }
        let own = known?.data[.station]?.string ?? known?.key ?? instance ?? items.first?.key ?? "airport"
        station = own
        name = ([known].compactMap(\.self) + items).compactMap(\.title).first { $0 != own }
        position = items.lazy.compactMap { $0.position(nil) }.first
    }

    /// Returns the instance of a source: `KPWM` of `metar@KPWM`; `nil` if it has none.
    private static func instance(of source: String) -> String? {
        source.firstIndex(of: "@").map { String(source[source.index(after: $0)...]) }
    }

    /// Returns the record with the latest time; of equal ones the first.
    private static func newest(_ items: [Item]) -> Item? {
        var newest: Item?
        for item in items
        where newest == nil || item.moment(.time) ?? .never > newest?.moment(.time) ?? .never {
            newest = item
        }
        return newest
    }
}

extension UTC {
    /// A moment before all others, for records without a time.
    fileprivate static var never: UTC { UTC(microseconds: .min) }
}
