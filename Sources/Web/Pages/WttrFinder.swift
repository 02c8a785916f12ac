import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Finds the weather of a place as clients of wttr.in name it.
struct WttrFinder {
    /// The weather that was found.
    struct Weather {
        /// The place.
        let place: WttrPlace
        /// The report; `nil` if the place is that of a forecast.
        var report: Item?
        /// The forecast; `nil` if none is near, or that is unknown.
        var forecast: Item?
        /// The reason why it is unknown whether a forecast is near; `nil` if that is known.
        var lost: PageError?
        /// The sources of the report and of the forecast.
        var sources: [Source] = []

        /// Returns the weather with those of some sources that it is from.
        func from(_ sources: [Source]) -> Weather {
            let names = [report?.source, forecast?.source]
            var weather = self
            weather.sources = sources.filter { names.contains($0.name) }
            return weather
        }
    }

    /// Passes the weather; `nil` if no source has weather of the place.
    typealias Receive = (Result<Weather?, PageError>) -> Void

    /// The greatest distance between an airport and a forecast that completes its report, in metres.
    private static let forecastRadius = 30_000.0
    /// The maximum number of stations of one name whose reports are looked for.
    private static let mostStations = 200

    let site: SiteData

    /// Finds a place: the name of a source of `Kind=forecast`, with or without its template, or else an
    /// airport, or else a station whose name has these words and of which there is a report; stations that
    /// have them as whole words come first.
    ///
    /// - Parameters:
    ///   - name: The place; a leading `~` and `+` for a space are those of wttr.in. `nil` for the first
    ///     source with an airport in its name, or else the first report, or else the first forecast.
    ///   - receive: Called with the weather.
    func find(_ name: String?, _ receive: @escaping Receive) {
        site.sources(where: { ["metar", "report", "forecast"].contains($0.kind) }) { result in
            result.pass(receive) { sources in
                let pass: Receive = { found in receive(found.map { $0?.from(sources) }) }
                if let name {
                    find(WttrFinder.words(name), in: sources, pass)
                } else {
                    findFirst(of: sources, pass)
                }
            }
        }
    }

    private static func words(_ name: String) -> String {
        let text = name.utf8.first == .tilde ? name.dropFirst() : name[...]
        return text.split(separator: "+").joined(separator: " ")
    }

    private func find(_ name: String, in sources: [Source], _ receive: @escaping Receive) {
        let forecasts = sources.filter { $0.kind == "forecast" }
        if let source = forecasts.first(where: { $0.name == name || $0.name.hasSuffix("@" + name) }) {
            return findForecast(of: source, name: name, receive)
        }
        if let station = AirportFinder(site.stations).station(name) {
            return findReport(of: [station.identifier], name: name, receive)
        }
        let named = site.stations.named(name, limit: WttrFinder.mostStations).filter(\.reports)
        let ordered = named.filter { $0.isNamed(name) } + named.filter { !$0.isNamed(name) }
        // Without a table of stations, the name can still be an identifier.
        let isStation = !ordered.isEmpty
        findReport(
            of: isStation ? ordered.map(\.identifier) : [name.uppercased()], name: isStation ? nil : name,
            receive)
    }

    private func findFirst(of sources: [Source], _ receive: @escaping Receive) {
        let airports = sources.filter { $0.kind != "forecast" }.compactMap { source in
            source.name.utf8.contains(.at) ? source.name.split(separator: "@").last.map(String.init) : nil
        }
        findReport(of: airports, name: nil) { result in
            if case .success(nil) = result, let source = sources.first(where: { $0.kind == "forecast" }) {
                return findForecast(of: source, name: source.title ?? source.name, receive)
            }
            receive(result)
        }
    }

    private func findForecast(of source: Source, name: String, _ receive: @escaping Receive) {
        site.records(Selector(sources: [Selector.literal(source.name)]), limit: 1) { result in
            receive(
                result.map { items in
                    items.first { OutlookPage.canShow($0) }.map { item in
                        Weather(
                            place: WttrPlace(name, position: item.position(source)), report: nil,
                            forecast: item)
                    }
                })
        }
    }

    /// Passes the report of the first airport that has one; of any airport if the list is empty.
    private func findReport(of airports: [String], name: String?, _ receive: @escaping Receive) {
        let selector = Selector(kinds: ["metar", "report"], keys: airports.map(Selector.literal))
        site.records(selector, limit: airports.isEmpty ? 1 : nil) { result in
            result.pass(receive) { items in
                guard let report = WttrFinder.first(of: items, airports) else {
                    return receive(.success(nil))
                }
                let station = site.stations[report.key]
                let place = WttrPlace(
                    name ?? station?.name ?? report.key, position: station?.position ?? report.position,
                    region: station?.region, country: station?.country)
                addForecast(to: Weather(place: place, report: report), receive)
            }
        }
    }

    /// Returns the report of the first airport, if possible that of its own source.
    private static func first(of items: [Item], _ airports: [String]) -> Item? {
        let reports = items.filter { ReportPage.canShow($0) }
        let airport = airports.first { airport in reports.contains { $0.key == airport } }
        let own = reports.filter { $0.key == airport ?? reports.first?.key }
        return own.first { $0.source.hasSuffix("@\($0.key)") } ?? own.first
    }

    /// Adds the nearest forecast, without which the report is enough.
    private func addForecast(to weather: Weather, _ receive: @escaping Receive) {
        guard let position = weather.place.position else { return receive(.success(weather)) }
        let nearest = Request<[Neighbor]>.nearby(
            position, radius: WttrFinder.forecastRadius, in: Selector(kinds: ["forecast"]), limit: 1)
        site.calls.answer(to: nearest) { result in
            var weather = weather
            switch result {
            case .success(let found): weather.forecast = found.first?.item
            case .failure(let error): weather.lost = PageError(error)
            }
            receive(.success(weather))
        }
    }
}
