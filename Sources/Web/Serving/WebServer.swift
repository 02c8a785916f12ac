public import AlmanacClient
import AlmanacValues
import HTTPServing
import Reactive
public import Records
import Showing
public import Systemd
import WebPages

/// The web interface: pages, streams of changes and files over HTTP.
public final class WebServer {
    /// What the web interface is made of.
    public struct Settings {
        /// The folder of style sheets, scripts and the map.
        public var assets: String
        /// The airports of the world.
        public var stations: StationTable
        /// Further host names under which it may be addressed.
        public var hosts: [String]
        /// The folder of the compiled time zones; without it, all times are in UTC.
        public var zones: String

        /// Makes settings.
        public init(
            assets: String, stations: StationTable = StationTable(), hosts: [String] = [],
            zones: String = "/usr/share/zoneinfo"
        ) {
            self.assets = assets
            self.stations = stations
            self.hosts = hosts
            self.zones = zones
        }
    }

    let site: Site
    let assets: AssetFolder
    let streams = StreamCount()
    let refreshes: RefreshBudget
    let zones: ZoneFolder
    /// The outlines of the world; `nil` if the file is missing or damaged.
    let world: WorldMap?
    private let cache = PageCache()
    private let hosts: HostRule
    private var server: HTTPServer?
    private var live: ChangeTopic?

    /// Makes a web interface to a daemon.
    ///
    /// - Throws: `SystemError` if the files cannot be read, or the server cannot start.
    public init(_ connection: DaemonConnection, settings: Settings) throws(SystemError) {
        site = Site(connection, stations: settings.stations)
        assets = try AssetFolder(settings.assets)
        world = assets["world.map"].flatMap { try? WorldMap($0.bytes) }
        hosts = HostRule(names: settings.hosts)
        let loop = connection.loop
        refreshes = RefreshBudget { loop.now }
        zones = ZoneFolder(settings.zones) { loop.now }
        server = try HTTPServer(on: loop) { [unowned self] in answer($0, $1) }
    }

    /// Accepts connections on a listening socket.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        try server?.listen(on: descriptor)
    }

    /// Closes all connections.
    public func stop() {
        server?.stop()
        server = nil
    }

    /// The changes of all sources, which pages follow and which say when a page is out of date.
    var liveTopic: ChangeTopic {
        if let live { return live }
        let topic = site.topics.topic(.init(selector: Selector(), encoding: .line), since: nil)
        topic.feed.received = { [site] in site.live.note($0) }
        topic.feed.missed = { [site] in site.live.invalidate() }
        live = topic
        return topic
    }

    private func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard hosts.accepts(request.host) else {
            return exchange.respond(.failure(421, "this server is not responsible for this host name"))
        }
        guard let segments = Query.segments(of: request.rawPath) else {
            return exchange.respond(.failure(400, "the path is not UTF-8"))
        }
        let query = Query(parsing: request.rawQuery)
        if let fault = query.fault { return exchange.respond(.failure(400, fault)) }
        let destination = Destination(
            segments, query: query, hasWttrFormat: WttrQuery(request.rawQuery).format != nil,
            preferences: Preferences(query))
        if case .refresh(let source) = destination { return refresh(source, request, exchange) }
        guard ["GET", "HEAD"].contains(request.method) else {
            let headers: HTTPResponse.Headers = [("Allow", "GET, HEAD")]
            return exchange.respond(.failure(405, "only GET and HEAD are possible here", headers: headers))
        }
        serve(destination, query, request, exchange)
    }

    private func serve(
        _ destination: Destination, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        switch destination {
        case .page(let page): show(page, query, request, exchange)
        case .source(let name, let key): showSource(name, key: key, query, request, exchange)
        case .name(let name): showName(name, query, request, exchange)
        case .asset(let name):
            guard let content = assets[name] else {
                return fail(.missing("There is no file \(name)."), request, exchange)
            }
            exchange.respond(content.response(to: request))
        case .wttr(let place): wttr(place, query, request, exchange)
        case .map: show(MapSitePage(world: world, preferences: Preferences(query)), query, request, exchange)
        case .metrics: metrics(request, exchange)
        case .live: follow({ _ in liveTopic }, query, request, exchange)
        case .events: followEvents(query, request, exchange)
        case .method(let name): call(name, query, request, exchange)
        case .feed(let source): feed(source, query, request, exchange)
        case .refresh, .nothing:
            fail(.missing("There is no page at this address."), request, exchange)
        }
    }
}

/// Pages.
extension WebServer {
    /// Answers with a page, which is rendered unless it was rendered since its sources changed.
    func show(_ page: any Page, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let isText = Negotiation.wantsText(request)
        let name = PageCache.Name(target: request.rawPath + "?" + request.rawQuery, isText: isText)
        let live = liveTopic
        let generation = page.sources.isEmpty ? 0 : site.live.generation
        let minute = site.now.seconds / 60
        if let content = cache.content(name, generation: generation, minute: minute) {
            return exchange.respond(content.response(to: request))
        }
        let cursor = live.feed.lastCursor
        page.load(site) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(error, request, exchange)
            case .success(let rendering):
                let content = self.content(rendering, page, query, request, cursor: cursor, isText: isText)
                // Without a subscription, nothing says when the page is out of date.
                if live.feed.isReachable == true, rendering.status == 200 {
                    cache.keep(content, name, generation: generation, minute: minute)
                }
                exchange.respond(content.response(to: request))
            }
        }
    }

    private func content(
        _ rendering: Rendering, _ page: any Page, _ query: Query, _ request: HTTPRequest, cursor: String?,
        isText: Bool
    ) -> Content {
        let preferences = Preferences(query)
        let headers: HTTPResponse.Headers = [("Cache-Control", "no-cache")]
        if isText {
            return Content(
                rendering.status, type: "text/plain; charset=utf-8",
                Array(text(rendering, preferences, query).utf8), headers: headers)
        }
        let own = query.withoutPreferences
        let document = Document(
            title: rendering.title, path: request.rawPath + own.suffix,
            query: own.items.map { ($0.name, $0.value) }, preferences: preferences,
            zone: zoneChoice(preferences), sources: page.sources, cursor: cursor, assets: rendering.assets,
            feed: rendering.feed)
        let html = document.html(rendering.html(paper(preferences, width: 160)))
        return Content(rendering.status, type: "text/html; charset=utf-8", html.bytes, headers: headers)
    }

    private func text(_ rendering: Rendering, _ preferences: Preferences, _ query: Query) -> String {
        var paper = paper(preferences, width: query.number("width") ?? 80)
        paper.hasColor = !query.has("T")
        let warning = zoneChoice(preferences).warning
        return rendering.text(paper) + (warning.map { $0 + "\n" } ?? "")
    }

    /// Returns the properties of a page with the units of a user and the present time.
    func paper(_ preferences: Preferences, width: Int) -> Paper {
        Paper(
            width: min(400, max(20, width)), units: preferences.units ?? .aviation, now: site.now,
            zone: zone(preferences.zone) ?? .utc)
    }

    /// Answers with a message.
    func fail(_ error: PageError, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let words = error.words
        if Negotiation.wantsText(request) || request.rawPath.hasPrefix("/api/") {
            return exchange.respond(.failure(error.status, words.message))
        }
        let document = Document(title: words.title, path: "/", sources: error.status == 503 ? ["*"] : [])
        let html = document.html(MessageContent(words.title, words.message).html)
        let content = Content(
            error.status, type: "text/html; charset=utf-8", html.bytes,
            headers: [("Cache-Control", "no-store")])
        exchange.respond(content.response(to: request))
    }

    private func showSource(
        _ name: String, key: String?, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let preferences = Preferences(query)
        site.sources(where: { $0.name == name }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(error, request, exchange)
            case .success(let found):
                guard let source = found.first else {
                    return fail(.missing("There is no source \(name)."), request, exchange)
                }
                if let key {
                    show(
                        SingleRecordPage(source: source, key: key, preferences: preferences), query, request,
                        exchange)
                } else {
                    show(
                        RecordsPage(source: source, view: .init(query), preferences: preferences), query,
                        request, exchange)
                }
            }
        }
    }

    /// Shows an airport, or else leads to the source of this name.
    private func showName(
        _ name: String, _ query: Query, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let station = AirportFinder(site.stations).station(name)
        site.sources(where: { $0.name == name || $0.name.hasSuffix("@" + name) }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): fail(error, request, exchange)
            case .success(let found):
                if found.contains(where: { $0.name == name }) {
                    let place = Preferences(query).link(path(ofSource: name))
                    return exchange.respond(.failure(302, "see \(place)", headers: [("Location", place)]))
                }
                guard station != nil || !found.isEmpty else {
                    return fail(.missing("There is no page at this address."), request, exchange)
                }
                let page = AirportSitePage(airport: station?.identifier ?? name, position: station?.position)
                show(page, query, request, exchange)
            }
        }
    }
}
