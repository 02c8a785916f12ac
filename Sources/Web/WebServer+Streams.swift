import AlmanacClient
import AlmanacValues
import HTTPServing
import Records

/// Server-sent events.
///
/// Source: HTML Living Standard, 9.2.
extension WebServer {
    /// The delay after which a client connects again, in milliseconds, and a first line that lets proxies
    /// pass the head on.
    private static let greeting = Array("retry: 1000\n\n".utf8)

    /// Answers with the events of a topic after the client's last one.
    ///
    /// - Parameters:
    ///   - topic: Returns the topic that begins after a cursor, unless it exists; `nil` if the client follows
    ///     too many.
    ///   - query: The query, which may have a cursor, too: `since`.
    ///   - request: The request.
    ///   - exchange: The exchange that is answered.
    func follow(
        _ topic: (String?) -> ChangeTopic?, _ query: URLQuery, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        guard request.method == "GET" else {
            return exchange.respond(.failure(405, "a stream has no HEAD", headers: [("Allow", "GET")]))
        }
        let since = request.header("last-event-id") ?? query["since"]
        guard since.map({ Cursor($0) != nil }) ?? true else {
            return exchange.respond(.failure(400, "the last event has no such cursor"))
        }
        let client = request.counted
        guard streams.add(client) else {
            return refuse(exchange, 429, "this client has \(StreamCount.most(of: client)) streams", after: 5)
        }
        guard let topic = topic(since) else {
            streams.remove(client)
            return refuse(exchange, 503, "too many selectors are followed", after: 30)
        }
        // The stream outlives the request, whose fields it does not need.
        let hasBegun = topic.answer(
            exchange, since: since, for: client, headers: WebServer.streamHeaders,
            greeting: WebServer.greeting
        ) { [streams] in streams.remove(client) }
        guard !hasBegun else { return }
        streams.remove(client)
        refuse(exchange, 503, "too many streams catch up", after: 5)
    }

    private func refuse(_ exchange: HTTPExchange, _ status: Int, _ message: String, after seconds: Int) {
        exchange.respond(.failure(status, message, headers: [("Retry-After", "\(seconds)")]))
    }

    /// Source: nginx, X-Accel-Buffering: a proxy passes events on at once.
    private static var streamHeaders: HTTPResponse.Headers {
        HTTPResponse.security + [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
    }

    /// Answers with the changes that a selector matches. Sources that are named with `source` must exist.
    func followEvents(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        withKnownSources(query, request, exchange) { [weak self] in
            self?.follow(Selector(query), query, request, exchange)
        }
    }

    private func follow(
        _ selector: Selector, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let name = ChangeTopics.Name(selector: selector, encoding: .whole)
        // The daemon sends each event first to those that subscribed first: pages are out of date in time.
        _ = liveTopic
        let topic = { [site] since in site.topics.topic(name, since: since, for: request.counted) }
        if site.topics[name] != nil { return follow(topic, query, request, exchange) }
        // A selector that the daemon refuses is refused before the stream begins.
        site.calls.answer(to: .records(selector, limit: 1)) { [weak self] result in
            if case .failure(let error) = result, case .invalid(let message) = PageError(error) {
                return exchange.respond(.failure(400, message))
            }
            self?.follow(topic, query, request, exchange)
        }
    }
}

extension Selector {
    /// Reads a selector from a query: `sources`, `kinds`, `tags`, `keys` and `fields` are lists, `where` is a
    /// condition and can be repeated.
    init(_ query: URLQuery) {
        self.init(
            sources: query.list("sources") + query.all("source").map(Selector.literal),
            kinds: query.list("kinds"), tags: query.list("tags"), keys: query.list("keys"),
            fields: query.list("fields"), conditions: query.all("where"),
            circle: query["near"].flatMap { Circle(query: $0) })
    }
}

extension Selector.Circle {
    /// Parses `43.6,-70.3,50`: degrees north and east, and kilometres, 50 if they are missing.
    init?(query text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (2...3).contains(parts.count), numbers.allSatisfy(\.isFinite),
            let centre = Position(latitude: numbers[0], longitude: numbers[1])
        else { return nil }
        self.init(centre: centre, radius: (numbers.count == 3 ? numbers[2] : 50) * 1000)
    }
}
