import AlmanacClient
import AlmanacValues
import Compression
import HTTPServing
import Records
import Showing
import Systemd
import WebPages

/// Pages.
extension WebServer {
    /// Answers with a page that is kept; returns `false` if it has to be loaded.
    func showKept(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
        // Without a subscription, nothing says when a page is out of date.
        guard site.isFollowing(),
            let content = cache.content(cacheName(of: request), minute: site.minute)
        else { return false }
        exchange.respond(content.response(to: request))
        return true
    }

    /// Answers with a page, which is rendered unless it was rendered since its sources changed.
    func show(_ page: any SitePage, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let name = cacheName(of: request)
        cache.page(name, of: page.sources, minute: site.minute) { done in
            load(page, query, path: request.rawPath, isText: name.isText, done)
        } receive: { [weak self] outcome in
            switch outcome {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(let content): exchange.respond(content.response(to: request))
            }
        }
    }

    func cacheName(of request: HTTPRequest) -> PageCache.Name {
        PageCache.Name(
            path: request.rawPath, query: request.rawQuery, isText: Negotiation.wantsText(request))
    }

    private func load(
        _ page: any SitePage, _ query: URLQuery, path: String, isText: Bool,
        _ done: @escaping (PageCache.Outcome, _ canBeKept: Bool) -> Void
    ) {
        let feed = liveTopic.feed
        let cursor = feed.lastCursor
        page.load(site) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): done(.failure(error), false)
            case .success(let rendering):
                let content = content(rendering, page, query, path: path, cursor: cursor, isText: isText)
                done(.success(content), feed.isReachable == true && content.status == 200)
            }
        }
    }

    private func content(
        _ rendering: Rendering, _ page: any SitePage, _ query: URLQuery, path: String, cursor: String?,
        isText: Bool
    ) -> Content {
        let preferences = Preferences(query)
        let headers: HTTPResponse.Headers = [("Cache-Control", "no-cache")]
        if let json = rendering.json, query["format"] == "json" {
            let bytes = Array(json(site.now).short.utf8) + [.newline]
            return Content(type: "application/json", bytes, headers: headers)
        }
        if isText {
            return Content(
                type: "text/plain; charset=utf-8",
                Array(text(rendering, preferences, query).utf8), headers: headers)
        }
        let own = query.withoutPreferences
        let document = HTMLDocument(
            title: rendering.title, path: path + own.suffix,
            query: own.items.map { ($0.name, $0.value) }, preferences: preferences,
            zone: zoneChoice(preferences), sources: page.sources, cursor: cursor, assets: rendering.assets,
            feed: rendering.feed)
        let html = document.html(rendering.sheet.html(on: paper(preferences, width: 160)))
        guard !html.isCut else { return tooLong(rendering.title, preferences) }
        return Content(
            type: "text/html; charset=utf-8", html.bytes, headers: headers + WebServer.refresh(preferences),
            compress: { [parts, cuts = html.cuts] in
                cuts.isEmpty ? gzip($0, rendering.effort) : parts.gzip($0, cuts: cuts)
            })
    }

    /// Returns the header field with which a page on a wall stays current without scripts.
    private static func refresh(_ preferences: Preferences) -> HTTPResponse.Headers {
        preferences.isKiosk ? [("Refresh", "60")] : []
    }

    /// Returns the page that says that another one cannot be shown.
    private func tooLong(_ title: String, _ preferences: Preferences) -> Content {
        let text = HTML.message(
            "\(title) would have more than \(HTML.mostBytes >> 20) MB. Programs get everything below /api/.",
            title: "This page is too long")
        return Content(
            503, type: "text/html; charset=utf-8",
            message(title, preferences).html(text).bytes,
            headers: [("Cache-Control", "no-store")])
    }

    private func text(_ rendering: Rendering, _ preferences: Preferences, _ query: URLQuery) -> String {
        var paper = paper(preferences, width: query.number("width") ?? 80)
        paper.hasColor = !query.has("T")
        let warning = zoneChoice(preferences).warning
        return paper.text(rendering.sheet) + (warning.map { $0 + "\n" } ?? "")
    }

    /// Returns the properties of a page with the units of a user and the present time.
    func paper(_ preferences: Preferences, width: Int) -> Paper {
        var paper = Paper(
            width: min(400, max(20, width)), units: preferences.units ?? .aviation, now: site.now,
            zone: zone(preferences.zone) ?? .utc)
        paper.link = { preferences.link($0) }
        return paper
    }

    /// Answers with a message.
    func fail(_ error: PageError, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let words = error.words
        let isForPrograms = ["/api/", "/events"].contains { request.rawPath.hasPrefix($0) }
        if isForPrograms || Negotiation.wantsText(request) {
            return exchange.respond(.failure(error.status, words.message))
        }
        let preferences = Preferences(URLQuery(parsing: request.rawQuery))
        let document = message(words.title, preferences, sources: error.status == 503 ? ["*"] : [])
        let html = document.html(page(of: error, request, preferences))
        // The error may be over when the page is loaded again.
        let refresh = WebServer.refresh(preferences)
        let headers: HTTPResponse.Headers = [("Cache-Control", "no-store")]
        let content = Content(
            error.status, type: "text/html; charset=utf-8", html.bytes, headers: headers + refresh)
        exchange.respond(content.response(to: request))
    }

    /// Returns the content of the page about an error; that of a missing one helps to find it.
    private func page(
        of error: PageError, _ request: HTTPRequest, _ preferences: Preferences
    ) -> HTML {
        let words = error.words
        guard error.status == 404 else { return .message(words.message, title: words.title) }
        return .missing(
            words.message, title: words.title,
            named: URLQuery.segments(of: request.rawPath)?.last ?? "", preferences)
    }

    /// Returns the document of a message, whose links keep the user's choices.
    private func message(
        _ title: String, _ preferences: Preferences, sources: [String] = []
    ) -> HTMLDocument {
        HTMLDocument(
            title: title, path: "/", preferences: preferences, zone: zoneChoice(preferences), sources: sources
        )
    }

    /// Shows the records of a source, or one of them.
    func showSource(
        _ name: String, key: String?, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        withSource(name, request, exchange) { [weak self] source in
            guard let self else { return }
            if let key {
                return showRecord(key, of: source, query, request, exchange)
            }
            var page = RecordsPage(source: source, view: .init(query), preferences: Preferences(query))
            guard source.kind == "forecast" else { return show(page, query, request, exchange) }
            warningSources { [weak self] in
                page.warning = $0
                self?.show(page, query, request, exchange)
            }
        }
    }

    /// Shows a record; a warning itself without the warnings at its position.
    private func showRecord(
        _ key: String, of source: Source, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        var page = SingleRecordPage(source: source, key: key)
        guard source.kind != "alert" else { return show(page, query, request, exchange) }
        warningSources { [weak self] in
            page.warning = $0
            self?.show(page, query, request, exchange)
        }
    }

    /// Passes the names of the sources of warnings; none on errors, since other pages are useful without
    /// them.
    private func warningSources(_ receive: @escaping ([String]) -> Void) {
        site.sources(where: { $0.kind == "alert" }) { receive(((try? $0.get()) ?? []).map(\.name)) }
    }

    /// Passes the source with a name, or answers that there is none.
    func withSource(
        _ name: String, _ request: HTTPRequest, _ exchange: HTTPExchange,
        _ receive: @escaping (Source) -> Void
    ) {
        site.sources([name]) { [weak self] result in
            switch result.map(\.first) {
            case .failure(let error): self?.fail(error, request, exchange)
            case .success(nil): self?.failUnknown(name, request, exchange)
            case .success(let source?): receive(source)
            }
        }
    }

    /// Answers that there is no source of a name, with those that may be meant.
    private func failUnknown(_ name: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        site.sources(where: { _ in true }) { [weak self] result in
            let known = ((try? result.get()) ?? []).map(\.name)
            self?.fail(.noSource(name, similar: known.nearest(to: name, limit: 3)), request, exchange)
        }
    }

    /// Shows an airport, or else leads to the source of this name.
    func showName(
        _ name: String, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let isMeant = { (source: Source) in source.name == name || source.name.hasSuffix("@" + name) }
        site.known(isMeant) { [weak self] result in
            switch result {
            case .failure(let error): self?.fail(PageError(error), request, exchange)
            case .success(let sources):
                let found = sources.filter(isMeant)
                if found.contains(where: { $0.name == name }) {
                    let place = Preferences(query).link(path(ofSource: name))
                    return exchange.respond(.failure(302, "see \(place)", headers: [("Location", place)]))
                }
                self?.showAirport(name, isKnown: !found.isEmpty, among: sources, query, request, exchange)
            }
        }
    }

    private func showAirport(
        _ name: String, isKnown: Bool, among sources: [Source], _ query: URLQuery, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let station = AirportFinder(site.stations).station(name)
        guard station != nil || isKnown else {
            let airports = name.utf8.count == 4 ? site.stations.similar(to: name.uppercased(), limit: 3) : []
            let similar = airports + sources.map(\.name).nearest(to: name, limit: 3)
            let message = similar.isEmpty ? "." : Array(similar.prefix(3)).suggestion
            return fail(.missing("There is no page at this address" + message), request, exchange)
        }
        let page = AirportSitePage(
            airport: station?.identifier ?? name, position: station?.position, among: sources,
            preferences: Preferences(query))
        show(page, query, request, exchange)
    }
}

/// The time zones of visitors.
///
/// A page in an unknown zone is shown in UTC and says so: links and browsers keep names of zones, and a name
/// that this system does not have must not make all pages fail.
extension WebServer {
    /// Returns a zone; UTC for no name, `nil` if there is none of this name.
    func zone(_ name: String?) -> Zone? {
        guard let name, name != "UTC" else { return .utc }
        guard let file = zones[name] else { return nil }
        return Zone {
            Zone.LocalTime(secondsEast: file.offset(at: $0), abbreviation: file.abbreviation(at: $0))
        }
    }

    /// Returns what a page says about the zone of its visitor.
    func zoneChoice(_ preferences: Preferences) -> ZoneChoice {
        guard let name = preferences.zone, name != "UTC" else { return .utc }
        return ZoneChoice(name, zone(name), at: site.now)
    }
}
