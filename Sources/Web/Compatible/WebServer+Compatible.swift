import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The interfaces of other services.
extension WebServer {
    /// Answers a request to an address of another service.
    func compatible(
        _ address: CompatibleAddress, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        switch address {
        case .reports(let product): reports(product, query, request, exchange)
        case .hazards(let product): hazards(product, query, request, exchange)
        case .stations: stations(query, request, exchange)
        case .forecast(let isComplete):
            locationForecast(isComplete: isComplete, query, request, exchange)
        case .impossible(let reason): refuse(NoAnswer(501, reason), query, request, exchange)
        }
    }

    private func reports(
        _ product: AWCAnswer.Product, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let parsed: AWCQuery
        do {
            parsed = try AWCQuery(query, hasHours: product == .metar)
        } catch {
            return refuse(NoAnswer(error.status, error.message), query, request, exchange)
        }
        withSources(of: [product.rawValue], query, request, exchange) { [weak self] sources in
            guard let self else { return }
            let finder = ReportFinder(site: site, product: product, query: parsed, sources: sources)
            answer(query, of: sources, request, exchange) { [site] done in
                finder.find { result in
                    done(
                        result.map { found in
                            let answer = AWCAnswer(product, found.items, stations: site.stations)
                            return Found(
                                bytes: found.items.isEmpty
                                    ? [] : answer.bytes(as: parsed.format, with: finder.parts),
                                type: parsed.format.contentType, state: found.state)
                        })
                }
            }
        }
    }

    /// Continues with the sources of some kinds; answers if these cannot be listed.
    func withSources(
        of kinds: [String], _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange,
        _ then: @escaping ([Source]) -> Void
    ) {
        site.sources(where: { kinds.contains($0.kind ?? "") }) { [weak self] result in
            switch result {
            case .failure(let error): self?.refuse(NoAnswer(error), query, request, exchange)
            case .success(let sources): then(sources)
            }
        }
    }

    /// A document in the form of another service.
    struct Found {
        /// The bytes; empty if there is nothing, `nil` if it is too long to be written.
        let bytes: [UInt8]?
        /// The media type.
        let type: String
        /// The age.
        let state: AnswerState
    }

    /// Answers with a document, which is kept like a page while it is current and its sources do not change.
    func answer(
        _ query: URLQuery, of sources: [Source], _ request: HTTPRequest, _ exchange: HTTPExchange,
        load: (@escaping (Result<Found, NoAnswer>) -> Void) -> Void
    ) {
        let feed = liveTopic.feed
        let names = sources.map { Selector.literal($0.name) }
        cache.page(cacheName(of: request), of: names, minute: site.minute) { done in
            load { [weak self, site] result in
                let isCurrent = (try? result.get()).map { !$0.state.isStale } ?? false
                self?.addMissing(of: result) { result in
                    let content = WebServer.content(result, query, now: site.now)
                    done(.success(content), isCurrent && feed.isReachable == true && content.status < 300)
                }
            }
        } receive: { [weak self] outcome in
            switch outcome {
            case .failure(let error): self?.refuse(NoAnswer(error), query, request, exchange)
            case .success(let content): exchange.respond(content.response(to: request))
            }
        }
    }

    /// Adds sources for what is missing, if the settings say so, and passes the answer; one that has
    /// something does not wait for them.
    private func addMissing(
        of result: Result<Found, NoAnswer>, _ then: @escaping (Result<Found, NoAnswer>) -> Void
    ) {
        switch result {
        case .success(let found):
            onDemand.touch(found.state.sources)
            onDemand.add(found.state.addable, for: NoAnswer(404, "")) { _ in }
            then(result)
        case .failure(let reason): onDemand.add(reason.addable, for: reason) { then(.failure($0)) }
        }
    }

    /// Answers with the reason why there is nothing.
    func refuse(
        _ reason: NoAnswer, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        respond(.failure(reason), query, request, exchange)
    }

    /// Answers with a document or the reason why there is none, without keeping it.
    func respond(
        _ result: Result<Found, NoAnswer>, _ query: URLQuery, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        exchange.respond(WebServer.content(result, query, now: site.now).response(to: request))
    }

    /// Returns the content of an answer: without bytes if there is nothing, as the services do, and in the
    /// form of their errors if there is no answer.
    private static func content(_ result: Result<Found, NoAnswer>, _ query: URLQuery, now: UTC) -> Content {
        switch result {
        case .success(let found):
            guard let bytes = found.bytes else {
                let reason = NoAnswer(503, "the answer is too long: ask for fewer stations")
                return content(.failure(reason), query, now: now)
            }
            return Content(
                bytes.isEmpty ? 204 : 200, type: found.type, bytes, headers: found.state.headers(now: now),
                modified: found.state.modified)
        case .failure(let reason):
            let headers = [("Cache-Control", "no-store")] + reason.headers
            guard ["json", "geojson"].contains(query["format"] ?? "") else {
                return Content(
                    reason.status, type: "text/plain; charset=utf-8",
                    Array("\(visible(reason.message))\n".utf8), headers: headers)
            }
            let error: JSON = ["status": "error", "error": .string(visible(reason.message))]
            return Content(reason.status, type: "application/json", error.bytes, headers: headers)
        }
    }
}
