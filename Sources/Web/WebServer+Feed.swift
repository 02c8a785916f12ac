import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The changes of a source as a feed.
extension WebServer {
    /// The maximum number of changes in a feed.
    static let mostFeedChanges = 100

    /// Answers with the newest changes of a source, or of the record that `key=` names, as Atom.
    func feed(_ name: String, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        withSource(name, request, exchange) { [weak self] in self?.feed($0, query, request, exchange) }
    }

    private func feed(_ source: Source, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let key = query["key"]
        let changes = Request<ChangePage>.changes(
            of: source.name, key: key, limit: WebServer.mostFeedChanges)
        site.calls.answer(to: changes) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(PageError(error), request, exchange)
            case .success(let page):
                let preferences = Preferences(query)
                let document = ChangeFeedDocument(
                    source, changes: page.changes, key: key, base: WebServer.base(of: request),
                    preferences: preferences)
                respond(
                    feed: document.bytes(on: paper(preferences, width: 80)),
                    gaps: page.gaps + source.readingGaps, request, exchange)
            }
        }
    }

    /// Answers with a document of Atom; a header field states the reasons why changes may be missing.
    func respond(feed bytes: [UInt8], gaps: [Gap], _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let content = Content(
            type: "application/atom+xml; charset=utf-8", bytes,
            headers: WebServer.fresh + AnswerState.headers(of: gaps))
        exchange.respond(content.response(to: request))
    }

    /// Returns the scheme and the host of the site; empty if only a proxy before this server knows them.
    static func base(of request: HTTPRequest) -> String {
        let marks = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]
        let isForwarded = request.client.isLocal || marks.contains { request.header($0) != nil }
        guard !isForwarded, let host = request.host else { return "" }
        return "http://" + host
    }
}
