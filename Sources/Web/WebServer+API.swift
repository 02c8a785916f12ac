import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The reading methods of io.almanac as GET requests.
extension WebServer {
    /// Answers with the result of a method as JSON, GeoJSON or CSV.
    func call(_ method: String, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let selector = Selector(query)
        switch method {
        case "sources":
            reply(.sources(selector), request, exchange) { ["sources": .array($0.map(\.json))] }
        case "status": reply(.status(), request, exchange) { $0.json }
        case "records": records(selector, query, request, exchange)
        case "search":
            reply(.search(query["q"] ?? "", in: selector, limit: query.number("limit")), request, exchange) {
                ["records": .array($0.map(\.json))]
            }
        case "warnings": warnings(query, request, exchange)
        case "map": map(query, request, exchange)
        case "history": history(query, request, exchange)
        case "rejects":
            reply(.rejects(of: query["source"] ?? "", limit: query.number("limit")), request, exchange) {
                ["rejects": .array($0.map(\.json))]
            }
        default: exchange.respond(.failure(404, "there is no method \(method)"))
        }
    }

    /// The maximum number of records in a table or a collection of features, and in a page of JSON.
    private static let mostRecords = 20_000
    private static let mostOfPage = 1000

    private func records(
        _ selector: Selector, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let format = query["format"] ?? "json"
        guard ["json", "csv", "geojson"].contains(format) else {
            return exchange.respond(.failure(400, "format=\(format) is none of json, csv and geojson"))
        }
        guard format != "json" else {
            let limit = min(WebServer.mostOfPage, query.number("limit") ?? WebServer.mostOfPage)
            return reply(.records(selector, limit: limit, next: query["next"]), request, exchange) { $0.json }
        }
        let limit = min(WebServer.mostRecords, query.number("limit") ?? WebServer.mostRecords)
        site.records(selector, limit: limit) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let items):
                exchange.respond(WebServer.content(items, format).response(to: request))
            }
        }
    }

    private func map(_ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let preferences = Preferences(query)
        let arePlaces = query["form"] == "places"
        MapSitePage.features(site, preferences) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let map):
                let bytes =
                    arePlaces
                    ? mapPlaces(map.features, preferences: preferences)
                    : mapCollection(map.features, unknown: map.gaps.unknownJSON?["unknown"])
                let content = Content(type: "application/geo+json", bytes, headers: WebServer.fresh)
                exchange.respond(content.response(to: request))
            }
        }
    }

    private static func content(_ items: [Item], _ format: String) -> Content {
        if format == "geojson" {
            return Content(type: "application/geo+json", geoJSON(items).bytes, headers: fresh)
        }
        let table = DelimitedText(items, columns: []).text(.csv)
        return Content(type: "text/csv; charset=utf-8", Array(table.utf8), headers: fresh)
    }

    private func history(_ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let limit = query.number("limit") ?? 100
        reply(
            .changes(of: query["source"] ?? "", key: query["key"], limit: limit, next: query["next"]),
            request,
            exchange
        ) { page in
            .members([
                "changes": .array(page.changes.map(\.json)), "next": page.next.map(JSON.string),
            ])
        }
    }

    private func reply<Answer>(
        _ method: Request<Answer>, _ request: HTTPRequest, _ exchange: HTTPExchange,
        _ json: @escaping (Answer) -> JSON
    ) {
        site.calls.answer(to: method) { result in
            switch result {
            case .failure(let error):
                let failure = PageError(error)
                exchange.respond(.failure(failure.status, failure.words.message))
            case .success(let answer):
                let content = Content(type: "application/json", json(answer).bytes, headers: WebServer.fresh)
                exchange.respond(content.response(to: request))
            }
        }
    }

    private static var fresh: HTTPResponse.Headers { [("Cache-Control", "no-cache")] }
}

/// The state of the daemon and its records for Prometheus.
extension WebServer {
    /// Answers with metrics, as OpenMetrics if the client accepts it.
    func metrics(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        let accepted = request.header("accept") ?? ""
        let format: MetricsFormat =
            accepted.contains(text: "application/openmetrics-text") ? .openMetrics : .prometheus
        site.calls.answer(to: .status()) { [weak self] status in
            guard let self else { return }
            site.sources(where: { _ in true }) { [weak self] sources in
                guard let self else { return }
                site.records(Selector(kinds: Metrics.kinds)) { [weak self] items in
                    self?.metrics(status, sources, items, format, request, exchange)
                }
            }
        }
    }

    private func metrics(
        _ status: Result<Status, AlmanacError>, _ sources: Result<[Source], PageError>,
        _ items: Result<[Item], PageError>, _ format: MetricsFormat, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        guard case .success(let sources) = sources, case .success(let items) = items else {
            return exchange.respond(.failure(503, "almanacd does not answer"))
        }
        let text = Metrics(sources: sources, items: items, status: try? status.get()).text(format)
        let content = Content(type: format.contentType, Array(text.utf8), headers: WebServer.fresh)
        exchange.respond(content.response(to: request))
    }
}
