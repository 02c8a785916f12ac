import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing
import WebPages

/// The cursor of a visitor: in the address of the page, and in a cookie that leads there.
extension WebServer {
    private static let cookie = "almanac-since"
    /// The time for which a browser keeps the cookie, in seconds: a year.
    private static let cookieAge = 31_536_000

    /// Leads a visitor who has marked the page before to what changed since; returns `false` for any other
    /// request.
    func resume(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
        guard request.rawPath == "/since", ["GET", "HEAD"].contains(request.method) else { return false }
        let query = URLQuery(parsing: request.rawQuery)
        guard query.withoutPreferences.items.isEmpty, let cursor = WebServer.markedCursor(request) else {
            return false
        }
        let place = Preferences(query).link("/since?after=\(cursor)")
        let headers: HTTPResponse.Headers = [("Location", place), ("Cache-Control", "no-store")]
        exchange.respond(.failure(302, "see \(place)", headers: headers))
        return true
    }

    /// Stores the cursor of a page that a visitor has read; of a selection, it stays in the address.
    func mark(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard WebServer.isOfThisSite(request) else {
            return exchange.respond(.failure(403, "only pages of this site may mark changes as read"))
        }
        guard let cursor = query["after"], Cursor(cursor) != nil else {
            return exchange.respond(.failure(400, "after= is no cursor"))
        }
        let place = "/since" + query.suffix
        var headers: HTTPResponse.Headers = [("Location", place), ("Cache-Control", "no-store")]
        if query.withoutPreferences.items.count == 1 {
            let attributes = "Path=/since; Max-Age=\(WebServer.cookieAge); SameSite=Lax; HttpOnly"
            headers.append(("Set-Cookie", "\(WebServer.cookie)=\(cursor); \(attributes)"))
        }
        exchange.respond(.failure(303, "see \(place)", headers: headers))
    }

    /// Returns the cursor in the cookie of a request; `nil` if there is none.
    ///
    /// Source: RFC 6265, 4.2.1.
    private static func markedCursor(_ request: HTTPRequest) -> String? {
        for pair in (request.header("cookie") ?? "").utf8.split(separator: UInt8(ascii: ";")) {
            let text = String(decoding: pair.drop { $0 == .space }, as: UTF8.self)
            guard text.hasPrefix(cookie + "=") else { continue }
            let cursor = String(text.dropFirst(cookie.utf8.count + 1))
            return Cursor(cursor).map(\.description)
        }
        return nil
    }
}

/// The changes of any selector, for programs and feed readers.
extension WebServer {
    /// Answers with the changes of a selector after the cursor `since=`, or from the moment `from=` on, as JSON.
    func changes(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard let start = logStart(query, exchange) else { return }
        guard let limit = limit(query, exchange) else { return }
        let page = Request<LogPage>.log(
            Selector(query), from: start, limit: limit, next: query["next"], isStrict: true)
        site.calls.answer(to: page) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(PageError(error), request, exchange)
            case .success(let page): WebServer.respond(page.json, request, exchange)
            }
        }
    }

    /// Answers with the newest changes of a selector as Atom.
    func changeFeed(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let selector = Selector(query)
        site.log(of: selector, from: .all, limit: WebServer.mostFeedChanges) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(error, request, exchange)
            case .success(let log): respond(log, of: selector, query, request, exchange)
            }
        }
    }

    private func respond(
        _ log: SiteLog, of selector: Selector, _ query: URLQuery, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        site.calls.answer(to: .sources(selector)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(PageError(error), request, exchange)
            case .success(let sources):
                let preferences = Preferences(query)
                let document = SelectionFeedDocument(
                    log.changes, of: sources, selection: query.withoutPreferences.suffix,
                    base: WebServer.base(of: request), preferences: preferences)
                respond(
                    feed: document.bytes(on: paper(preferences, width: 80)),
                    gaps: log.gaps.list() + sources.flatMap(\.readingGaps), request, exchange)
            }
        }
    }

    /// Returns the limit that a query states for a page of JSON, 100 without one; `nil` if it is above the most of
    /// one answer, and the exchange was answered.
    func limit(_ query: URLQuery, _ exchange: HTTPExchange) -> Int? {
        let limit = query.number("limit") ?? 100
        guard limit > WebServer.mostOfPage else { return limit }
        exchange.respond(
            .failure(400, "limit=\(limit) is above \(WebServer.mostOfPage), the most of one answer"))
        return nil
    }

    /// Returns the beginning that a query states; `nil` if it is none, and the exchange was answered.
    private func logStart(_ query: URLQuery, _ exchange: HTTPExchange) -> LogStart? {
        if let cursor = query["since"] {
            if Cursor(cursor) != nil { return .cursor(cursor) }
            exchange.respond(.failure(400, "since=\(cursor) is no cursor"))
            return nil
        }
        guard let moment = moment("from", query, exchange) else { return nil }
        return moment.map { .moment($0) } ?? .all
    }
}
