import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing

/// Times in the parameters of methods.
extension WebServer {
    /// Returns the moment that a parameter states, in UTC unless it says otherwise; the outer `nil` means that it
    /// is no time, and that the exchange was answered.
    func moment(_ name: String, _ query: URLQuery, _ exchange: HTTPExchange) -> UTC?? {
        guard let text = query[name] else { return .some(nil) }
        guard let moment = moment(said: text) else {
            exchange.respond(
                .failure(400, "\(name)=\(text) is no time, such as 2026-11-03T14:02:00Z or yesterday"))
            return nil
        }
        return moment
    }

    private func moment(said text: String) -> UTC? { UTC(said: text, now: site.now, zone: .utc) }

    /// Returns the period of `from=` and `to=`, or of `between=FROM,TO`; `nil` if one of them is no time, and the
    /// exchange was answered.
    func period(_ query: URLQuery, _ exchange: HTTPExchange) -> (from: UTC?, to: UTC?)? {
        guard let text = query["between"] else {
            guard let from = moment("from", query, exchange), let to = moment("to", query, exchange) else {
                return nil
            }
            return (from, to)
        }
        let moments = text.split(separator: ",").map { moment(said: String($0)) }
        guard moments.count == 2, let from = moments[0], let to = moments[1] else {
            exchange.respond(.failure(400, "between=\(text) is not two times, such as -1week,now"))
            return nil
        }
        return (from, to)
    }
}

/// Records as they were at a past moment.
extension WebServer {
    /// Answers with the records that a selector matched at a moment.
    ///
    /// JSON has `unknown` for the sources and records of which it is not known. The other formats have no place
    /// for it, so that they then are no answer at all.
    func past(
        at moment: UTC, _ selector: Selector, _ query: URLQuery, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        guard moment <= site.now else {
            return exchange.respond(.failure(400, "at=\(query["at"] ?? "") is in the future"))
        }
        let isJSON = (query["format"] ?? "json") == "json"
        let most = isJSON ? WebServer.mostOfPage : WebServer.mostRecords
        let limit = min(most, query.number("limit") ?? most)
        collectPast([], [], at: moment, selector, limit: limit, next: query["next"]) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let past) where isJSON:
                WebServer.respond(past.json(at: moment), request, exchange)
            case .success(let past):
                if let gap = past.unknown.first {
                    return exchange.respond(.failure(404, "\(gap.name) is not known then: \(gap.words())"))
                }
                WebServer.respond(past, query, request, exchange)
            }
        }
    }

    /// The past records of an answer.
    private struct Past {
        let items: [Item]
        let unknown: [UnknownPast]
        let next: String?

        func json(at moment: UTC) -> JSON {
            .members([
                "at": .string(moment.description), "records": .array(items.map(\.json)),
                "next": next.map(JSON.string), "unknown": unknown.isEmpty ? nil : .array(unknown.map(\.json)),
            ])
        }
    }

    private static func respond(
        _ past: Past, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let link = past.next.map { next in
            let following = URLQuery(
                query.items.filter { $0.name != "next" } + [.init(name: "next", value: next)])
            return ("Link", "</api/records\(following.suffix)>; rel=\"next\"")
        }
        let content = content(past.items, query["format"] ?? "csv", [link].compactMap(\.self))
        exchange.respond(content.response(to: request))
    }

    private func collectPast(
        _ items: [Item], _ unknown: [UnknownPast], at moment: UTC, _ selector: Selector, limit: Int,
        next: String?,
        _ receive: @escaping (Result<Past, PageError>) -> Void
    ) {
        let page = Request<ItemPage>.records(
            selector, limit: limit - items.count, next: next, isStrict: true, at: moment)
        site.calls.answer(to: page) { [weak self] result in
            switch result {
            case .failure(let error): receive(.failure(PageError(error)))
            case .success(let page):
                guard page.at != nil else {
                    return receive(.failure(PageError(.unsupported(method: "GetSnapshot with atUSec"))))
                }
                let (items, unknown) = (items + page.items, unknown + page.unknown)
                guard let next = page.next, items.count < limit, items.memory < SiteData.mostMemory else {
                    return receive(.success(Past(items: items, unknown: unknown, next: page.next)))
                }
                self?.collectPast(
                    items, unknown, at: moment, selector, limit: limit, next: next, receive)
            }
        }
    }
}

/// The changes of a source or a record.
extension WebServer {
    /// Answers with the changes of a source as JSON or CSV.
    func history(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let format = query["format"] ?? "json"
        guard ["json", "csv"].contains(format) else {
            return exchange.respond(.failure(400, "format=\(format) is none of json and csv"))
        }
        guard let period = period(query, exchange) else { return }
        let changes = { (limit: Int, next: String?) in
            Request<ChangePage>.changes(
                of: query["source"] ?? "", key: query["key"], since: period.from, until: period.to,
                limit: min(limit, 1000), next: next)
        }
        guard format == "csv" else {
            guard let limit = limit(query, exchange) else { return }
            return reply(changes(limit, query["next"]), request, exchange, next: \.next) { page in
                .members([
                    "changes": .array(page.changes.map(\.json)), "next": page.next.map(JSON.string),
                    "cut": page.isCut ? true : nil, "unread": page.unread > 0 ? .int(page.unread) : nil,
                ])
            }
        }
        let limit = min(WebServer.mostRecords, query.number("limit") ?? WebServer.mostRecords)
        collectHistory(ChangeList(), limit: limit, next: query["next"], changes) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(PageError(error), request, exchange)
            case .success(let history): WebServer.respond(history, query, request, exchange)
            }
        }
    }

    /// The changes of an answer, and the facts about those that it lacks.
    private struct ChangeList {
        var changes: [Event] = []
        var next: String?
        var isCut = false
        var unread = 0

        mutating func add(_ page: ChangePage) {
            changes += page.changes
            next = page.next
            isCut = page.isCut
            unread += page.unread
        }

        /// The reasons why changes are missing, in words; empty if there are none.
        var missing: [String] {
            (isCut ? ["changes that the log no longer has"] : [])
                + (unread > 0 ? [unreadWords(unread, "change")] : [])
        }
    }

    private static func respond(
        _ history: ChangeList, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        var headers: HTTPResponse.Headers = fresh
        if let next = history.next {
            let following = URLQuery(
                query.items.filter { $0.name != "next" } + [.init(name: "next", value: next)])
            headers.append(("Link", "</api/history\(following.suffix)>; rel=\"next\""))
        }
        if let state = AnswerState.incomplete(history.missing) { headers.append(("Almanac-State", state)) }
        let table = DelimitedText(of: history.changes, columns: query.list("columns")).text(.csv)
        let content = Content(type: "text/csv; charset=utf-8", Array(table.utf8), headers: headers)
        exchange.respond(content.response(to: request))
    }

    private func collectHistory(
        _ earlier: ChangeList, limit: Int, next: String?,
        _ request: @escaping (Int, String?) -> Request<ChangePage>,
        _ receive: @escaping (Result<ChangeList, AlmanacError>) -> Void
    ) {
        site.calls.answer(to: request(limit - earlier.changes.count, next)) { [weak self] result in
            switch result {
            case .failure(let error): receive(.failure(error))
            case .success(let page):
                var list = earlier
                list.add(page)
                let memory = list.changes.compactMap(\.item).memory
                guard let next = page.next, list.changes.count < limit, memory < SiteData.mostMemory else {
                    return receive(.success(list))
                }
                self?.collectHistory(list, limit: limit, next: next, request, receive)
            }
        }
    }
}
