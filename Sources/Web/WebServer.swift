public import AlmanacClient
import AlmanacValues
import HTTPServing
import Reactive
public import Records
public import Showing
public import Systemd
import WebPages

/// The web interface: pages, streams of changes and files over HTTP.
public final class WebServer {
    /// The files and names that the web interface uses.
    public struct Settings {
        /// The folder of style sheets, scripts and the map.
        public var assets: String
        /// The airports of the world.
        public var stations: StationTable
        /// The runways of airports.
        public var runways: RunwayTable
        /// Further host names under which it may be addressed.
        public var hosts: [String]
        /// The user of the reverse proxy, by number: its `X-Forwarded-For` says which visitor the limits
        /// count a request for; `nil` for no proxy.
        public var proxyUser: UInt32?
        /// The most sources that are added because a program asked for what nobody keeps; 0 for none.
        public var onDemand: Int
        /// The folder of the compiled time zones; without it, all times are in UTC.
        public var zones: String

        /// Makes settings.
        public init(
            assets: String, stations: StationTable = StationTable(), runways: RunwayTable = RunwayTable(),
            hosts: [String] = [], proxyUser: UInt32? = nil, onDemand: Int = 0,
            zones: String = "/usr/share/zoneinfo"
        ) {
            self.assets = assets
            self.stations = stations
            self.runways = runways
            self.hosts = hosts
            self.proxyUser = proxyUser
            self.onDemand = onDemand
            self.zones = zones
        }
    }

    let site: SiteData
    let assets: AssetFolder
    let streams = StreamCount()
    let refreshes: VisitorBudget
    let onDemand: OnDemandSources
    let zones: ZoneFolder
    /// The outlines of the world; `nil` if the file is missing or damaged.
    let world: WorldMap?
    let cache = PageCache()
    let parts = KeptParts()
    private let turns: Turns
    private let barrier: ChangeBarrier
    private let hosts: HostRule
    private var server: HTTPServer?
    private var live: ChangeTopic?

    /// Makes a web interface to a daemon.
    ///
    /// - Parameters:
    ///   - connection: The connection to the daemon.
    ///   - settings: The settings.
    ///   - wall: The wall clock, for what pages show and how long they are kept; `nil` for the loop's.
    /// - Throws: `SystemError` if the files cannot be read, or the server cannot start.
    public init(
        _ connection: DaemonConnection, settings: Settings, wall: (() -> UTC)? = nil
    ) throws(SystemError) {
        let loop = connection.loop
        site = SiteData(
            connection, stations: settings.stations, runways: settings.runways, wall: wall ?? { loop.wall })
        assets = try AssetFolder(settings.assets)
        world = assets["world.map"].flatMap { try? WorldMap($0.bytes) }
        hosts = HostRule(names: settings.hosts)
        turns = Turns(4) { [clock = connection.clock] in clock.now }
        barrier = ChangeBarrier(connection.clock)
        refreshes = VisitorBudget { loop.now }
        zones = ZoneFolder(settings.zones)
        onDemand = OnDemandSources(settings.onDemand, of: site, on: connection.clock)
        site.replica = { [weak self] in self?.liveTopic.feed.replica }
        site.isFollowing = { [weak self] in self?.live?.feed.replica.isCurrent == true }
        barrier.expired = { [weak self] in self?.forgetAll() }
        site.topics.received = { [weak self, barrier] in
            // A feed that is still catching up will reach the change, too.
            if $0.isResumable, self?.live?.feed.isReachable == true { barrier.require($0.cursor) }
        }
        server = try HTTPServer(on: loop, proxy: settings.proxyUser) { [weak self] in self?.answer($0, $1) }
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
        if let live, live.feed.refusal == nil { return live }
        let topic = site.topics.topic(.init(selector: Selector(), encoding: .line))
        topic.feed.received = { [weak self] in self?.apply($0, isKnown: $1) }
        topic.feed.missed = { [weak self] in self?.forgetAll() }
        live = topic
        return topic
    }

    private func forgetAll() {
        live?.feed.replica.invalidate()
        site.kept.forgetAll()
        cache.forgetAll()
    }

    private func apply(_ event: Event, isKnown: Bool) {
        defer { if event.isResumable { barrier.reach(event.cursor) } }
        guard event.kind != .heartbeat else { return }
        // A source that is new or redefined may appear on any page, so we drop them all.
        if isKnown, let source = event.source { cache.forget(source) } else { cache.forgetAll() }
        site.kept.apply(event, kind: event.source.flatMap { live?.feed.replica.sources[$0]?.kind })
    }

    private func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard hosts.accepts(request.host) else {
            return exchange.respond(.failure(421, HostRule.refusal(of: request.host)))
        }
        guard !request.isMadeByOtherSite else {
            return exchange.respond(.failure(403, "pages of other sites may link here, but embed nothing"))
        }
        barrier.pass { [weak self] in self?.answerNow(request, exchange) }
    }

    private func answerNow(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if resume(request, exchange) { return }
        if ["GET", "HEAD"].contains(request.method), showKept(request, exchange) { return }
        guard let segments = URLQuery.segments(of: request.rawPath) else {
            return exchange.respond(.failure(400, "the path is not UTF-8"))
        }
        let query = URLQuery(parsing: request.rawQuery)
        if let fault = query.fault { return exchange.respond(.failure(400, fault)) }
        let destination = Destination(
            segments, query: query, hasWttrFormat: WttrQuery(request.rawQuery).format != nil)
        if case .refresh(let source) = destination { return refresh(source, request, exchange) }
        if request.method == "POST", segments == ["since"] { return mark(query, request, exchange) }
        guard ["GET", "HEAD"].contains(request.method) else {
            let headers: HTTPResponse.Headers = [("Allow", "GET, HEAD")]
            return exchange.respond(.failure(405, "only GET and HEAD are possible here", headers: headers))
        }
        guard destination.needsRecords else { return serve(destination, query, request, exchange) }
        turns.enqueue { [weak self, turns] isInTime in
            guard !exchange.isClosed else { return turns.release() }
            exchange.settled = { turns.release() }
            guard isInTime else { return exchange.respond(.failure(503, "too many requests wait")) }
            self?.serve(destination, query, request, exchange)
        }
    }

    private func serve(
        _ destination: Destination, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
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
        case .probe(let probe): check(probe, query, request, exchange)
        case .live: follow({ _ in liveTopic }, query, request, exchange)
        case .events: followEvents(query, request, exchange)
        case .method(let name): call(name, query, request, exchange)
        case .feed(let source): feed(source, query, request, exchange)
        case .compatible(let address): compatible(address, query, request, exchange)
        case .refresh, .nothing:
            fail(.missing("There is no page at this address."), request, exchange)
        }
    }
}
