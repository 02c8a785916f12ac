import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing

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
        case "history": history(query, request, exchange)
        case "rejects":
            reply(.rejects(of: query["source"] ?? "", limit: query.number("limit")), request, exchange) {
                ["rejects": .array($0.map(\.json))]
            }
        default: exchange.respond(.failure(404, "there is no method \(method)"))
        }
    }

    private func records(
        _ selector: Selector, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        site.records(selector, limit: query.number("limit")) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let items):
                exchange.respond(WebServer.content(items, query["format"] ?? "json").response(to: request))
            }
        }
    }

    private static func content(_ items: [Item], _ format: String) -> Content {
        switch format {
        case "csv":
            return Content(
                type: "text/csv; charset=utf-8", Array(DelimitedText(items, columns: []).text(.csv).utf8),
                headers: fresh)
        case "geojson":
            return Content(type: "application/geo+json", geoJSON(items).bytes, headers: fresh)
        default:
            let json: JSON = ["records": .array(items.map(\.json))]
            return Content(type: "application/json", json.bytes, headers: fresh)
        }
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
