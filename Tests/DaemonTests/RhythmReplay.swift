import Reactive
import Records
import Rhythm
import Systemd
import TestDocuments

/// A daemon that fetches recorded METARs from a server that offers each from the moment on at which it became
/// available, and the moments of the requests.
final class RhythmReplay {
    /// The settings of `metar@.source` after `Kind=` and `URL=`.
    private static let rights = "AllowHTTP=yes\nAllowPrivate=yes\n"

    let folder = Folder()
    let clock = ManualScheduler()
    let loop: EventLoop
    let server: WebServer
    private(set) var fixture: LiveDaemon
    /// The moments of all requests.
    private(set) var requests: [UTC] = []
    /// The moments of the requests for each station.
    private(set) var requestsOf: [String: [UTC]] = [:]
    private let stations: [String: [RecordedPublication]]
    private let start: UTC

    /// The time by the wall clock.
    var wall: UTC { start + (clock.now - .zero) }

    /// Starts a daemon at a moment.
    init(_ stations: [String: [RecordedPublication]], from start: UTC, settings: String) throws {
        loop = try EventLoop()
        server = try WebServer(on: loop)
        self.stations = stations
        self.start = start
        folder.wall = start
        folder.write("lib/sources.d/metar@.source", "")
        for station in stations.keys {
            folder.link(
                "etc/sources.d/metar@\(station).source", to: folder.path + "/lib/sources.d/metar@.source")
        }
        Self.define(settings, in: folder, from: server)
        fixture = try LiveDaemon(folder, on: loop, clock: clock)
        server.answer = { [unowned self] in answer($0) }
    }

    private static func define(
        _ settings: String, in folder: Folder, from server: WebServer, at path: String = "/"
    ) {
        folder.write(
            "lib/sources.d/metar@.source",
            "[Source]\nKind=metar\nURL=\(server.url("\(path)?ids=%i"))\n\(settings)\n\(rights)")
    }

    /// Returns the newest available report of each requested station.
    private func answer(_ question: WebServer.Question) -> WebServer.Reply {
        requests.append(wall)
        let names = question["ids"].split(separator: ",").map(String.init)
        for name in names { requestsOf[name, default: []].append(wall) }
        let reports = names.compactMap { name in
            stations[name]?.last { $0.available <= wall }.map { Self.report(of: name, at: $0.published) }
        }
        return WebServer.Reply(body: reports.joined())
    }

    private static func report(of station: String, at time: UTC) -> String {
        let fields = time.fields
        let clock = [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "\(station) \(clock)Z 27010KT 9999 SCT030 10/05 Q1013\n"
    }

    /// Returns the state of a station's source.
    func runtime(of station: String) throws -> JSON { try fixture.runtime(of: "metar@\(station)") ?? .null }

    /// The earliest planned attempt; `nil` while one of them is not planned.
    var next: UTC? {
        get throws {
            let sources = try fixture.call("ListSources")["sources"]?.array ?? []
            let moments = sources.compactMap { $0["runtime"]?["nextUSec"]?.int }
            return moments.count < stations.count ? nil : moments.min().map { UTC(microseconds: Int64($0)) }
        }
    }

    /// Lets the daemon run until a moment: the clock leaps from one planned attempt to the next.
    func run(until end: UTC) throws {
        try fixture.turn(until: { (try? next) != nil })
        while let next = try next, next < end {
            let count = requests.count
            clock.advance(by: max(.zero, next - wall))
            try settle()
            // A request that waits for the budget of its batch is sent later.
            while requests.count == count {
                clock.advance(by: .seconds(5))
                try settle()
            }
        }
    }

    /// Lets the daemon do what can be done now: afterwards, the clock moves on.
    private func settle() throws {
        for _ in 0..<3 {
            let then = clock.now
            try fixture.turn(until: { clock.now > then })
        }
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
        if let settings { Self.define(settings, in: folder, from: server, at: path) }
        folder.wall = wall
        fixture = try LiveDaemon(folder, on: loop, clock: clock)
    }

    func end() { fixture.end() }
}

extension RecordedPublication {
    /// Reads the recorded publications of a station, of so many days from `start` on. Records of other times are
    /// moved by whole weeks.
    static func recorded(_ file: String, from start: UTC? = nil, days: Int) throws -> [RecordedPublication] {
        let bytes = try CorpusFile.bytes("../../RhythmTests/Corpus/metar-\(file).csv")
        let all = try read(bytes, usesAvailability: true)
        guard let first = all.first?.available else { return [] }
        let week: Int64 = 7 * 86_400
        let ahead = start.map { ($0 - first).microseconds / 1_000_000 } ?? 0
        let shift: Duration = .seconds(ahead - ((ahead % week) + week) % week)
        let end = (start ?? first) + .seconds(Int64(days) * 86_400)
        return all.map {
            RecordedPublication(
                published: $0.published + shift, available: $0.available + shift, isSpecial: $0.isSpecial)
        }
        .filter { $0.available <= end }
    }
}
