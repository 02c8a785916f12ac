import Daemon
import Glibc
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
    var longestTurn: Duration { loop.longestTurn }

    private let folder: String
    private let loop: EventLoop
    private let server: HTTPServer
    private let almanac: Almanac
    private var holds: Set<AnyCancellable> = []
    private var stations: [String] = []
    private var minute = 0
    private var answered: ContinuousClock.Instant?

    /// Starts it and waits for all stations.
    init() throws {
        var name = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw BenchError(description: "cannot make a directory in /tmp") }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        for path in ["/etc", "/etc/sources.d", "/run"] { mkdir(folder + path, 0o755) }
        almanac = try Almanac(
            Directories(
                configuration: folder + "/etc", state: folder + "/state", run: folder + "/run",
                library: folder + "/lib"), on: loop)
        server.script = { [unowned self] head in
            [.answer("200 OK", "Content-Type: text/plain\r\n", answer(head))]
        }
        try define()
        var begun: Result<Void, any Error>?
        almanac.begin(on: []) { begun = $0 }
        while begun == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try begun?.get()
        try subscribe()
    }

    /// Puts a table of so many rows where its source looks for it.
    func load(rows: Int) throws {
        var text = Array("id,name,street,town,latitude,longitude\n".utf8)
        for row in 0..<rows { text += Array("\(row),Name \(row),Street \(row % 97),Town,43.6,-70.3\n".utf8) }
        let path = folder + "/rows.csv"
        guard BenchFiles.write(text, to: path + ".part"), rename(path + ".part", path) == 0 else {
            throw BenchError(description: "cannot write \(path)")
        }
        loop.resetLongestTurn()
    }

    /// Has one special report come, and waits until the subscriber has it.
    func special() throws {
        minute += 1
        answered = nil
        let before = delays.count
        let client = try Client(path: folder + "/run/io.almanac", on: loop)
        let selector: JSON = ["sources": [.string("metar@\(stations[0])")]]
        let hold = client.call("io.almanac.Refresh", ["selector": selector]).sink { _ in
        } receiveValue: { _ in
        }
        let end = loop.now + .seconds(30)
        while delays.count == before {
            guard loop.now < end else { throw BenchError(description: "a report did not arrive") }
            _ = try loop.turn(timeout: .milliseconds(100))
        }
        hold.cancel()
    }

    /// Ends it, and removes what it left.
    func end() throws {
        almanac.end()
        // What stays in /tmp does no harm.
        _ = BenchFiles.output(of: "rm -rf '\(folder)'")
    }

    private func define() throws {
        let metar =
            "[Source]\nKind=metar\nBatch=200\nRefresh=1d\nAllowHTTP=yes\nAllowPrivate=yes\nURL="
            + server.url("/metar?ids=%i") + "\n"
        for number in 0..<count {
            let letters = [0x4B, 0x41 + number / 676, 0x41 + number / 26 % 26, 0x41 + number % 26]
            stations.append(String(decoding: letters.map { UInt8($0) }, as: UTF8.self))
        }
        let table = "[Source]\nKind=table\nPath=\(folder)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        for (name, text) in stations.map({ ("metar@\($0)", metar) }) + [("rows", table)] {
            let path = folder + "/etc/sources.d/\(name).source"
            guard BenchFiles.write(Array(text.utf8), to: path) else {
                throw BenchError(description: "cannot write \(path)")
            }
        }
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
        let client = try Client(path: folder + "/run/io.almanac", on: loop)
        var heard = 0
        client.call("io.almanac.Subscribe", [:], more: true).sink { _ in
        } receiveValue: { [unowned self] reply in
            if reply.parameters["key"] != nil { heard += 1 }
            hear(reply.parameters)
        }.store(in: &holds)
        let end = loop.now + .seconds(60)
        while heard < count, loop.now < end { _ = try loop.turn(timeout: .milliseconds(100)) }
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
