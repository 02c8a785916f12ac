import Reactive
import Records
import Systemd
import TestServer
import Varlink

/// A complete almanac in this process with a thousand stations of a local server, a table and a subscriber.
final class ReachFixture {
    /// The delays of the special reports, from the last byte of the response to the subscriber.
    private(set) var delays: [Duration] = []
    /// The number of rows sent to the subscriber.
    private(set) var rows = 0
    /// The number of stations.
    let count = 1000
    /// The number of requests that it took to fetch them all.
    private(set) var requests = 0
    /// The longest turn of the loop since the start.
    var longestTurn: Duration { fixture.loop.longestTurn }

    private let folder: BenchFolder
    private let server: HTTPServer
    private let fixture: BenchFixture
    private let stations: [String]
    private var holds: Set<AnyCancellable> = []
    private var minute = 0
    /// The station with a special report; `nil` before the first one.
    private var specialStation: String?
    private var answered: ContinuousClock.Instant?

    /// Starts the almanac and waits for all stations.
    init() throws {
        folder = try BenchFolder(with: BenchFixture.folders)
        stations = (0..<count).map { number in
            let letters = [number / 676, number / 26 % 26, number % 26].map { UInt8(ascii: "A") + UInt8($0) }
            return "K" + String(decoding: letters, as: UTF8.self)
        }
        let loop = try EventLoop()
        server = try HTTPServer(on: loop)
        try Self.define(stations, at: server.url("/metar?ids=%i"), in: folder)
        fixture = try BenchFixture(in: folder.path, on: loop)
        server.script = { [unowned self] head in
            [.answer("200 OK", "Content-Type: text/plain\r\n", answer(head))]
        }
        try fixture.begin()
        try subscribe()
    }

    /// Writes a table with a number of rows to the path of its source.
    func load(rows: Int) throws {
        let lines = (0..<rows).map { "\($0),Name \($0),Street \($0 % 97),Town,43.6,-70.3\n" }
        try folder.write("id,name,street,town,latitude,longitude\n" + lines.joined(), to: "rows.csv")
        fixture.loop.resetLongestTurn()
    }

    /// Publishes a special report of the next station, and waits until the subscriber has received it.
    ///
    /// Each station has a budget for requested refreshes; one station alone would exhaust its own.
    func special() throws {
        minute += 1
        let station = stations[minute % count]
        specialStation = station
        answered = nil
        let before = delays.count
        let client = try fixture.client()
        let selector: JSON = ["sources": [.string("metar@\(station)")]]
        let hold = client.call("io.almanac.Refresh", ["selector": selector]).sink { _ in
        } receiveValue: { _ in
        }
        let end = fixture.loop.now + .seconds(30)
        while delays.count == before {
            guard fixture.loop.now < end else { throw BenchError(description: "a report did not arrive") }
            _ = try fixture.loop.turn(timeout: .milliseconds(100))
        }
        hold.cancel()
    }

    /// Stops it.
    func end() { fixture.end() }

    private static func define(_ stations: [String], at address: String, in folder: BenchFolder) throws {
        let metar =
            "[Source]\nKind=metar\nBatch=200\nRefresh=1d\nAllowHTTP=yes\nAllowPrivate=yes\nURL=\(address)\n"
        for station in stations { try folder.write(metar, to: "etc/sources.d/metar@\(station).source") }
        try folder.write(
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n",
            to: "etc/sources.d/rows.source")
    }

    /// Returns reports of the requested stations, with a special report of at most one of them.
    private func answer(_ head: String) -> String {
        answered = .now
        let asked = head.split(separator: " ").dropFirst().first?.split(separator: "=").last ?? ""
        return asked.replacing("%2C", with: ",").split(separator: ",").map { station in
            let isSpecial = specialStation.map { $0 == station } ?? false
            let time = isSpecial ? 1000 + minute / 60 * 100 + minute % 60 : 1000
            return "\(isSpecial ? "SPECI " : "")\(station) 01\(time)Z 27010KT 9999 SCT030 10/05 Q1013\n"
        }.joined()
    }

    private func subscribe() throws {
        let client = try fixture.client()
        var heard = 0
        client.call("io.almanac.Subscribe", [:], more: true).sink { _ in
        } receiveValue: { [unowned self] reply in
            if reply.parameters["key"] != nil { heard += 1 }
            hear(reply.parameters)
        }.store(in: &holds)
        let end = fixture.loop.now + .seconds(60)
        while heard < count, fixture.loop.now < end { _ = try fixture.loop.turn(timeout: .milliseconds(100)) }
        requests = server.heads.count
        delays = []
    }

    private func hear(_ event: JSON) {
        guard let key = event["key"]?.string else { return }
        if event["source"] == "rows" { rows += 1 }
        guard key == specialStation, event["event"] == "changed", let answered else { return }
        delays.append(answered.duration(to: .now))
    }
}
