import Reactive
import Records
import Rhythm
import Systemd

/// A daemon that fetches from a server what its sources published at recorded times, and the moments of the
/// requests.
final class RhythmReplay {
    let folder = Folder()
    let clock = ManualScheduler()
    let loop: EventLoop
    let server: WebServer
    private(set) var fixture: LiveDaemon
    /// The moments of all requests.
    private(set) var requests: [UTC] = []
    /// The moments of the requests for each station.
    private(set) var requestsOf: [String: [UTC]] = [:]
    private let style: RecordedUpstream.Style
    private let upstreams: [String: RecordedUpstream]
    private let start: UTC

    /// The present time.
    var wall: UTC { start + (clock.now - .zero) }

    /// Starts a daemon at a moment.
    ///
    /// - Parameters:
    ///   - publications: The publications of each instance.
    ///   - style: The documents.
    ///   - start: The moment.
    ///   - settings: The settings of the definition after `Kind=` and `URL=`.
    /// - Throws: When the daemon cannot start.
    init(
        _ publications: [String: [RecordedPublication]], as style: RecordedUpstream.Style = .metar,
        from start: UTC, settings: String
    ) throws {
        loop = try EventLoop()
        server = try WebServer(on: loop)
        self.style = style
        upstreams = Dictionary(
            uniqueKeysWithValues: publications.map { name, publications in
                (name, RecordedUpstream(style, named: name, publications))
            })
        self.start = start
        folder.wall = start
        let template = "lib/sources.d/\(style.kind)@.source"
        folder.write(template, "")
        for name in publications.keys {
            folder.link("etc/sources.d/\(style.kind)@\(name).source", to: "\(folder.path)/\(template)")
        }
        Self.define(settings, as: style, in: folder, from: server)
        fixture = try LiveDaemon(folder, on: loop, clock: clock)
        server.answer = { [unowned self] in answer($0) }
    }

    private static func define(
        _ settings: String, as style: RecordedUpstream.Style, in folder: Folder, from server: WebServer,
        at path: String = "/"
    ) {
        folder.write(
            "lib/sources.d/\(style.kind)@.source",
            "[Source]\nKind=\(style.kind)\nURL=\(server.url("\(path)?ids=%i"))\n\(settings)\n"
                + "AllowHTTP=yes\nAllowPrivate=yes\n\(style.sections)")
    }

    /// Returns the newest available document of each requested instance, one after the other.
    private func answer(_ question: WebServer.Question) -> WebServer.Reply {
        requests.append(wall)
        let names = question["ids"].split(separator: ",").map(String.init)
        // Reports name only the day of the month: the date of the response says of which one.
        var whole = WebServer.Reply(headers: ["Date: \(wall.httpDate)"])
        for name in names {
            requestsOf[name, default: []].append(wall)
            guard let reply = upstreams[name]?.reply(at: wall) else { continue }
            whole.body += reply.body
            whole.headers += reply.headers
        }
        return whole
    }

    /// Returns the state of an instance.
    func runtime(of name: String) throws -> JSON {
        try fixture.runtime(of: "\(style.kind)@\(name)") ?? .null
    }

    /// The earliest planned attempt; `nil` while one of them is not planned, or under way.
    var next: UTC? {
        get throws {
            let states = (try fixture.call("ListSources")["sources"]?.array ?? []).map { $0["runtime"] }
            let moments = states.compactMap { $0?["attemptUSec"] == nil ? $0?["nextUSec"]?.int : nil }
            return moments.count < upstreams.count ? nil : moments.min().map { UTC(microseconds: Int64($0)) }
        }
    }

    /// Returns the earliest planned attempt once all attempts are over, and others that join them.
    private func planned() throws -> UTC {
        let start = clock.now
        try fixture.turn(until: { clock.now > start + .milliseconds(10) })
        var moment: UTC?
        try fixture.turn(until: {
            moment = (try? next) ?? nil
            return moment != nil
        })
        return moment ?? wall
    }

    /// Lets the daemon run until a moment: the clock leaps from one planned attempt to the next.
    func run(until end: UTC) throws {
        while case let next = try planned(), next < end {
            let count = requests.count
            clock.advance(by: max(.zero, next - wall))
            try awaitRequest(after: count)
            // A request that waits for the budget of its batch is sent later.
            while requests.count == count {
                clock.advance(by: .seconds(5))
                try awaitRequest(after: count)
            }
        }
    }

    /// Lets the daemon run for some minutes, one by one: its plans may be in the time of a clock that was set
    /// since.
    func run(for time: Duration) throws {
        let end = wall + time
        while wall < end {
            let count = requests.count
            clock.advance(by: .seconds(60))
            try awaitRequest(after: count)
            if requests.count > count { _ = try planned() }
        }
    }

    /// Lets the daemon collect reasons to wake, and send the request that is due, if there is one.
    private func awaitRequest(after count: Int) throws {
        let start = clock.now
        try fixture.turn(until: { requests.count > count || clock.now > start + .milliseconds(20) })
    }

    /// Ends the daemon and starts another one in its folder, with other settings or another address.
    ///
    /// - Parameters:
    ///   - settings: The new settings; `nil` if they stay.
    ///   - path: The path of the new address.
    ///   - isKilled: Whether the daemon has no time to store anything before it ends.
    /// - Throws: An error if the other one does not start.
    func restart(settings: String? = nil, at path: String = "/", isKilled: Bool = false) throws {
        let kept = Folder()
        let names = folder.names(in: "state/private").filter { $0.contains(".db") }
        for name in names { kept.copy(name, from: folder, "state/private/\(name)") }
        fixture.end()
        if isKilled {
            let left = folder.names(in: "state/private").filter { $0.contains(".db") }
            for name in left { folder.remove("state/private/\(name)") }
            for name in names { folder.copy("state/private/\(name)", from: kept, name) }
        }
        if let settings { Self.define(settings, as: style, in: folder, from: server, at: path) }
        folder.wall = wall
        fixture = try LiveDaemon(folder, on: loop, clock: clock)
    }

    func end() { fixture.end() }
}
