import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// Weather in the formats of wttr.in, whatever form of pages the client accepts.
///
/// Source: chubin/wttr.in, README.md.
extension WebServer {
    /// Answers with the weather of a place, or without a format leads to the page of the place.
    func wttr(_ name: String?, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let options = WttrQuery(request.rawQuery)
        WttrFinder(site: site).find(name) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): exchange.respond(.failure(error.status, error.words.message))
            case .success(nil):
                let words = String((name ?? "").drop { $0 == "~" })
                exchange.respond(.failure(404, Wttr.unknownLocation(words)))
            case .success(let weather?):
                guard let format = options.format else {
                    return lead(to: weather, Preferences(query), exchange)
                }
                // The days of a document are those of the forecast; a line has no place for what is unknown.
                if let lost = weather.lost, ["j1", "j2"].contains(format) {
                    return exchange.respond(.failure(lost.status, lost.words.message))
                }
                exchange.respond(
                    wttr(weather, options, format: format, Preferences(query)).response(to: request))
            }
        }
    }

    private func wttr(
        _ weather: WttrFinder.Weather, _ options: WttrQuery, format: String, _ preferences: Preferences
    ) -> Content {
        let units = WttrUnits(letters: options.letters, byDefault: preferences.units ?? .metric)
        let wttr = Wttr(
            place: weather.place, report: weather.report, forecast: weather.forecast, units: units,
            clock: clock(of: weather, preferences))
        let headers = headers(of: weather)
        guard let answer = wttr.answer(format: format) else {
            let message = "there is no format \(visible(format)): use 1 to 4, j1, j2, or a line with %\n"
            return Content(400, type: "text/plain; charset=utf-8", Array(message.utf8), headers: headers)
        }
        return Content(type: answer.contentType, Array(answer.text.utf8), headers: headers)
    }

    /// Returns the header fields, which say what the formats have no place for: that a source is not current,
    /// that the newest report is old, and that it is unknown whether a forecast is near.
    private func headers(of weather: WttrFinder.Weather) -> HTTPResponse.Headers {
        var state = AnswerState()
        for source in weather.sources where !source.standing.isCurrent { state.add(stale: source) }
        if let report = weather.report, report.isExpired(at: site.now, after: .usualMaximumAge) {
            state.missing.append("\(report.source): there is no current report")
        }
        if let lost = weather.lost { state.missing.append(lost.words.message) }
        return state.headers(now: site.now)
    }

    /// Returns the time in the zone that the client asks for, or else in that of the forecast, or else UTC.
    private func clock(of weather: WttrFinder.Weather, _ preferences: Preferences) -> WttrClock {
        let names = [preferences.zone, weather.forecast?.data["timeZone"]?.string].compactMap(\.self)
        for name in names {
            if let zone = zone(name) { return WttrClock(now: site.now, zone: zone, zoneName: name) }
        }
        return WttrClock(now: site.now, zone: .utc)
    }

    /// Leads to the page of a place.
    private func lead(
        to weather: WttrFinder.Weather, _ preferences: Preferences, _ exchange: HTTPExchange
    ) {
        let page =
            weather.report.map { "/" + percentEncoded($0.key) }
            ?? weather.forecast.map { path(ofSource: $0.source) } ?? "/"
        let place = preferences.link(page)
        exchange.respond(.failure(302, "see \(place)", headers: [("Location", place)]))
    }
}
