import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The reading methods of io.almanac as GET requests.
extension WebServer {
    /// Answers with the result of a method as JSON, GeoJSON or CSV.
    func call(_ method: String, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let selector = Selector(query)
        switch method {
        case "sources":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.reply(.sources(selector), request, exchange) { ["sources": .array($0.map(\.json))] }
            }
        case "status": reply(.status(), request, exchange) { $0.json }
        case "records":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.records(selector, query, request, exchange)
            }
        case "search":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.search(selector, query, request, exchange)
            }
        case "warnings": warnings(query, request, exchange)
        case "map": map(query, request, exchange)
        case "history": history(query, request, exchange)
        case "changes":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.changes(query, request, exchange)
            }
        case "changes.atom":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.changeFeed(query, request, exchange)
            }
        case "rejects": rejects(query, request, exchange)
        case "schema":
            withKnownSources(query, request, exchange) { [weak self] in
                self?.reply(.description(of: query["source"] ?? ""), request, exchange) { $0.schema }
            }
        default: exchange.respond(.failure(404, "there is no method \(method)"))
        }
    }

    /// The maximum number of records in a table or a collection of features, and in a page of JSON.
    static let mostRecords = 20_000
    static let mostOfPage = 1000
    /// The maximum number of records that a search finds without `limit=`.
    private static let usualFound = 20

    /// Continues if all sources that a query names exist; otherwise answers that there is no such source. A
    /// glob may match nothing.
    func withKnownSources(
        _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange, _ then: @escaping () -> Void
    ) {
        let names = query.all("source")
        guard !names.isEmpty else { return then() }
        site.sources(where: { _ in true }) { [weak self] result in
            switch result.map({ $0.map(\.name) }) {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let known):
                guard let name = names.first(where: { !known.contains($0) }) else { return then() }
                self?.fail(
                    .noSource(name, similar: known.nearest(to: name, limit: 3)), request, exchange)
            }
        }
    }

    private func search(
        _ selector: Selector, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let limit = query.number("limit")
        guard limit ?? 0 <= WebServer.mostOfPage else {
            return exchange.respond(
                .failure(400, "limit=\(limit ?? 0) is above \(WebServer.mostOfPage), the most of one answer"))
        }
        let search = Request<SearchResult<Item>>.search(query["q"] ?? "", in: selector, limit: limit)
        site.calls.answer(to: search) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(PageError(error), request, exchange)
            case .success(let found):
                let items = found.elements
                self?.site.total(of: search, shown: items, limit: limit ?? WebServer.usualFound) {
                    [weak self] total in
                    self?.gaps(of: selector, in: items) { gaps in
                        let gaps = gaps + [found.gap].compactMap(\.self)
                        let json = JSON.members([
                            "records": .array(items.map(\.json)), "total": total.map { .int($0) },
                            "unknown": gaps.unknownJSON?["unknown"],
                        ])
                        WebServer.respond(json, request, exchange)
                    }
                }
            }
        }
    }

    private func records(
        _ selector: Selector, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let format = query["format"] ?? "json"
        guard ["json", "csv", "geojson"].contains(format) else {
            return exchange.respond(.failure(400, "format=\(format) is none of json, csv and geojson"))
        }
        guard let moment = moment("at", query, exchange) else { return }
        if let moment { return past(at: moment, selector, query, request, exchange) }
        guard format != "json" else {
            let limit = min(WebServer.mostOfPage, query.number("limit") ?? WebServer.mostOfPage)
            let page = Request<ItemPage>.records(selector, limit: limit, next: query["next"])
            let unknown = { [weak self] (page: ItemPage, then: @escaping ([JSON.Member]) -> Void) in
                guard let self else { return then([]) }
                self.gaps(of: selector, in: page.items, isList: selector.keys.isEmpty) { gaps in
                    then(gaps.unknownJSON?.object ?? [])
                }
            }
            return reply(page, request, exchange, next: \.next, more: unknown) { $0.json }
        }
        let limit = min(WebServer.mostRecords, query.number("limit") ?? WebServer.mostRecords)
        site.part(of: selector, limit: limit, after: query["next"]) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let part):
                self?.gaps(of: selector, in: part.items, isList: selector.keys.isEmpty) { [weak self] gaps in
                    self?.respond(
                        part.items, next: part.next, format, AnswerState.headers(of: gaps), selector, query,
                        request, exchange)
                }
            }
        }
    }

    /// Passes which named sources do not exist, and which are not current, since records do not state their
    /// age; if nothing was found, or it is a list of all records, also why sources may have others.
    private func gaps(
        of selector: Selector, in items: [Item], isList: Bool = false, _ then: @escaping ([Gap]) -> Void
    ) {
        // Without a scope there may be thousands of sources: only those with records matter.
        let isScoped = !(selector.sources + selector.kinds + selector.tags).isEmpty
        let sources =
            items.isEmpty || isScoped
            ? Selector(sources: selector.sources, kinds: selector.kinds, tags: selector.tags)
            : Selector(sources: Set(items.map(\.source)).map(Selector.literal))
        site.calls.answer(to: .sources(sources)) { result in
            switch result {
            case .success(let sources):
                let lacks = sources.flatMap { $0.gaps(withUnread: items.isEmpty || isList) }
                then(selector.missing(in: sources) + lacks)
            case .failure(let error): then([WarningAnswer.lost("the state of the sources: \(error)")])
            }
        }
    }

    /// Answers with records in a format without a place for their number: header fields state it, the
    /// address of the following records, and why records may be missing.
    ///
    /// Source: RFC 8288.
    private func respond(
        _ items: [Item], next: String?, _ format: String, _ state: HTTPResponse.Headers,
        _ selector: Selector, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        guard let next else {
            return exchange.respond(WebServer.content(items, format, state).response(to: request))
        }
        let following = URLQuery(
            query.items.filter { $0.name != "next" } + [.init(name: "next", value: next)])
        let link = ("Link", "</api/records\(following.suffix)>; rel=\"next\"")
        site.calls.answer(to: Request<ItemPage>.records(selector).total) { total in
            let count = ((try? total.get()) ?? nil).map { [("X-Total-Count", String($0))] } ?? []
            let rest: HTTPResponse.Headers = [link] + count
            exchange.respond(WebServer.content(items, format, state + rest).response(to: request))
        }
    }

    private func map(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let preferences = Preferences(query)
        let arePlaces = query["form"] == "places"
        MapSitePage.features(site, preferences) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let map):
                let lack = MapLack(unknown: map.gaps.unknownJSON?["unknown"], compared: map.compared)
                let bytes =
                    arePlaces
                    ? mapPlaces(map.features, preferences: preferences, lacking: lack)
                    : mapCollection(map.features, lacking: lack)
                let content = Content(type: "application/geo+json", bytes, headers: WebServer.fresh)
                exchange.respond(content.response(to: request))
            }
        }
    }

    static func content(
        _ items: [Item], _ format: String, _ headers: HTTPResponse.Headers = []
    ) -> Content {
        if format == "geojson" {
            return Content(type: "application/geo+json", geoJSON(items).bytes, headers: fresh + headers)
        }
        let table = DelimitedText(items, columns: []).text(.csv)
        return Content(type: "text/csv; charset=utf-8", Array(table.utf8), headers: fresh + headers)
    }

    /// Answers with the result of a method.
    ///
    /// - Parameters:
    ///   - method: The call of the method.
    ///   - request: The request.
    ///   - exchange: The exchange that is answered.
    ///   - next: Returns the position after a page; `nil` if there is none. The first page of several has the
    ///     number of all results as `total`.
    ///   - more: Passes further members of an answer.
    ///   - json: Returns the answer as JSON.
    func reply<Answer>(
        _ method: Request<Answer>, _ request: HTTPRequest, _ exchange: HTTPExchange,
        next: @escaping (Answer) -> String? = { _ in nil },
        more: @escaping (Answer, @escaping ([JSON.Member]) -> Void) -> Void = { $1([]) },
        _ json: @escaping (Answer) -> JSON
    ) {
        let isFirst = method.parameters["next"]?.string == nil
        site.calls.answer(to: method) { [weak self] result in
            switch result {
            case .failure(let error):
                let failure = PageError(error)
                exchange.respond(.failure(failure.status, failure.words.message))
            case .success(let answer):
                more(answer) { [weak self] members in
                    let whole = json(answer).adding(members)
                    guard isFirst, next(answer) != nil else {
                        return WebServer.respond(whole, request, exchange)
                    }
                    self?.site.calls.answer(to: method.total) { total in
                        let count = ((try? total.get()) ?? nil).map { [JSON.Member("total", .int($0))] } ?? []
                        WebServer.respond(whole.adding(count), request, exchange)
                    }
                }
            }
        }
    }

    static func respond(_ json: JSON, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let content = Content(type: "application/json", json.bytes, headers: WebServer.fresh)
        exchange.respond(content.response(to: request))
    }

    static var fresh: HTTPResponse.Headers { [("Cache-Control", "no-cache")] }
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
                site.part(of: Selector(kinds: Metrics.kinds), limit: nil) { [weak self] part in
                    self?.metrics(status, sources, part, format, request, exchange)
                }
            }
        }
    }

    private func metrics(
        _ status: Result<Status, AlmanacError>, _ sources: Result<[Source], PageError>,
        _ part: Result<(items: [Item], next: String?), PageError>, _ format: MetricsFormat,
        _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        guard case .success(let sources) = sources, case .success(let part) = part else {
            return exchange.respond(.failure(503, "almanacd does not answer"))
        }
        guard part.next == nil else {
            let message = "the weather takes more than 24 MiB: ask almanac metrics"
            return exchange.respond(.failure(503, message))
        }
        let text = Metrics(
            sources: sources, at: site.now, items: part.items, status: try? status.get()
        ).text(format)
        let content = Content(type: format.contentType, Array(text.utf8), headers: WebServer.fresh)
        exchange.respond(content.response(to: request))
    }
}

extension JSON {
    /// Returns an object with further members; without any, the value as it is.
    fileprivate func adding(_ members: [Member]) -> JSON {
        members.isEmpty ? self : .object((object ?? []) + members)
    }
}
