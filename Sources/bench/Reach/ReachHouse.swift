import Reactive
import Records
import Systemd
import TestServer
import Varlink

/// A whole almanac of this process with a thousand stations of a local server and a table, and a subscriber.
final class ReachHouse {
    /// How long each special report took from the answer's last byte to the subscriber.
    private(set) var delays: [Duration] = []
    /// How many rows of the table were told.
    private(set) var rows = 0
    /// How many stations there are.
    let count = 1000
    /// How many requests it took to have them all.
    private(set) var requests = 0
    /// The longest turn of the loop since it began.
    var longestTurn: Duration { house.loop.longestTurn }

    private let folder: BenchFolder
    private let server: HTTPServer
    private let house: BenchHouse
    private let stations: [String]
    private var holds: Set<AnyCancellable> = []
    private var minute = 0
    private var answered: ContinuousClock.Instant?

    /// Starts it and waits for all stations.
    init() throws {
        folder = try BenchFolder(with: BenchHouse.folders)
        stations = (0..<count).map { number in
            let letters = [0x4B, 0x41 + number / 676, 0x41 + number / 26 % 26, 0x41 + number % 26]
            return String(decoding: letters.map { UInt8($0) }, as: UTF8.self)
        }
        let loop = try EventLoop()
        server = try HTTPServer(on: loop)
        try Self.define(stations, server.url("/metar?ids=%i"), in: folder)
        house = try BenchHouse(in: folder.path, on: loop)
        server.script = { [unowned self] head in
            [.answer("200 OK", "Content-Type: text/plain\r\n", answer(head))]
        }
        try house.begin()
        try subscribe()
    }

    /// Puts a table of so many rows where its source looks for it.
    func load(rows: Int) throws {
        let lines = (0..<rows).map { "\($0),Name \($0),Street \($0 % 97),Town,43.6,-70.3\n" }
        try folder.write("id,name,street,town,latitude,longitude\n" + lines.joined(), to: "rows.csv")
        house.loop.resetLongestTurn()
    }

    /// Has one special report come, and waits until the subscriber has it.
    func special() throws {
        minute += 1
        answered = nil
        let before = delays.count
        let client = try house.client()
        let selector: JSON = ["sources": [.string("metar@\(stations[0])")]]
        let hold = client.call("io.almanac.Refresh", ["selector": selector]).sink { _ in
        } receiveValue: { _ in
        }
        let end = house.loop.now + .seconds(30)
        while delays.count == before {
            guard house.loop.now < end else { throw BenchError(description: "a report did not arrive") }
            _ = try house.loop.turn(timeout: .milliseconds(100))
        }
        hold.cancel()
    }

    /// Ends it.
    func end() { house.end() }

    private static func define(_ stations: [String], _ address: String, in folder: BenchFolder) throws {
        let metar =
            "[Source]\nKind=metar\nBatch=200\nRefresh=1d\nAllowHTTP=yes\nAllowPrivate=yes\nURL=\(address)\n"
        for station in stations { try folder.write(metar, to: "etc/sources.d/metar@\(station).source") }
        try folder.write(
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n",
            to: "etc/sources.d/rows.source")
    }

    /// Reports of the stations that are asked for; the first of all has a special one.
    private func answer(_ head: String) -> String {
        answered = .now
        let asked = head.split(separator: " ").dropFirst().first?.split(separator: "=").last ?? ""
        return asked.replacing("%2C", with: ",").split(separator: ",").map { station in
            let isSpecial = station == stations[0]
            let time = isSpecial ? 1000 + minute / 60 * 100 + minute % 60 : 1000
            return "\(isSpecial ? "SPECI " : "")\(station) 01\(time)Z 27010KT 9999 SCT030 10/05 Q1013\n"
        }.joined()
    }

    private func subscribe() throws {
        let client = try house.client()
        var heard = 0
        client.call("io.almanac.Subscribe", [:], more: true).sink { _ in
        } receiveValue: { [unowned self] reply in
            if reply.parameters["key"] != nil { heard += 1 }
            hear(reply.parameters)
        }.store(in: &holds)
        let end = house.loop.now + .seconds(60)
        while heard < count, house.loop.now < end { _ = try house.loop.turn(timeout: .milliseconds(100)) }
        requests = server.heads.count
        delays = []
    }

    private func hear(_ event: JSON) {
        guard let key = event["key"]?.string else { return }
        if event["source"] == "rows" { rows += 1 }
        guard key == stations[0], event["event"] == "changed", let answered else { return }
        delays.append(answered.duration(to: .now))
    }
}
