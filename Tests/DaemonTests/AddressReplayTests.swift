import Glibc
import Reactive
import Records
import Rhythm
import Systemd
import Testing

/// Two upstreams of one hourly report, each of which is down or stale a twentieth of the time.
///
/// `ALMANAC_DAYS` sets the simulated days; `make test` simulates eight.
@Suite(.serialized) struct AddressReplayTests {
    @Test func `two upstreams are stale far less than one, for hardly more requests`() throws {
        let days = getenv("ALMANAC_DAYS").flatMap { Int(String(cString: $0)) } ?? 8
        let alone = try AddressReplay(addresses: 1, days: days).run()
        let both = try AddressReplay(addresses: 2, days: days).run()
        print("alone: \(alone); both: \(both)")
        #expect(alone.stale > 0.03)
        // Both are down or stale at the same time in 0.25 % of the time, on average.
        #expect(both.stale < alone.stale / 10 && both.stale - both.hopeless < 0.001)
        #expect(Double(both.requests) <= Double(alone.requests) * 1.1)
    }
}

/// A daemon whose source has some addresses, and what these answer at each moment.
final class AddressReplay {
    /// The result of a replay.
    struct Result: CustomStringConvertible {
        /// The share of the time at which a report was known to an upstream for more than a quarter of an
        /// hour, and not to the daemon.
        var stale: Double
        /// The share of the time at which no upstream had answered with that report.
        var hopeless: Double
        var requests: Int

        var description: String { "stale \(stale), hopeless \(hopeless), \(requests) requests" }
    }

    /// A time in which an upstream does not work.
    private struct Outage {
        let begin, end: UTC
        /// Whether it answers with the report from before the outage.
        let isStale: Bool
    }

    /// Numbers that a seed decides, by the generator of D. H. Lehmer.
    private struct Numbers {
        var state: Int64

        mutating func next() -> Int64 {
            state = state * 48_271 % 2_147_483_647
            return state
        }
    }

    private static let start = UTC(seconds: 1_795_824_000)
    private static let patience: Duration = .seconds(900)

    private let folder = Folder()
    private let clock = ManualScheduler()
    private let loop: EventLoop
    private let server: WebServer
    private let daemon: LiveDaemon
    private let end: UTC
    private var random = Numbers(state: 61)
    /// The times from which each hourly report is available.
    private var available: [UTC] = []
    private var outages: [[Outage]] = []
    private var requests = 0

    private var wall: UTC { Self.start + (clock.now - .zero) }

    init(addresses: Int, days: Int) throws {
        end = Self.start + .seconds(Int64(days) * 86_400)
        loop = try EventLoop()
        let server = try WebServer(on: loop)
        self.server = server
        folder.wall = Self.start
        let urls = (0..<addresses).map { "URL=\(server.url("/\($0)"))\n" }.joined()
        folder.write(
            "etc/sources.d/metar@KAAB.source",
            "[Source]\nKind=metar\nRequests=144/d\n\(urls)AllowHTTP=yes\nAllowPrivate=yes\n")
        daemon = try LiveDaemon(folder, on: loop, clock: clock)
        publish(days)
        outages = (0..<2).map { _ in fail(days) }
        server.answer = { [unowned self] in answer($0) }
    }

    /// A report at minute 51 of each hour, available two to four minutes later.
    private func publish(_ days: Int) {
        for hour in -3..<days * 24 {
            let second = Int64(hour) * 3600 + 3060 + 120 + random.next() % 120
            available.append(Self.start + .seconds(second))
        }
    }

    /// Outages of one to five hours in a twentieth of the time.
    private func fail(_ days: Int) -> [Outage] {
        var moment = Self.start + .seconds(3 * 86_400)
        var outages: [Outage] = []
        while moment < end {
            let length = 3600 + random.next() % 14_400
            let pause = length * 19 * (50 + random.next() % 100) / 100
            moment = moment + .seconds(pause)
            let isStale = random.next() % 2 == 0
            outages.append(Outage(begin: moment, end: moment + .seconds(length), isStale: isStale))
            moment = moment + .seconds(length)
        }
        return outages
    }

    private func outage(of address: Int, at moment: UTC) -> Outage? {
        outages[address].first { $0.begin <= moment && moment < $0.end }
    }

    /// The number of the newest report that an address has at a moment; `nil` if it is down.
    private func newest(of address: Int, at moment: UTC) -> Int? {
        guard let outage = outage(of: address, at: moment) else { return index(at: moment) }
        return outage.isStale ? index(at: outage.begin) : nil
    }

    private func index(at moment: UTC) -> Int {
        let hour = Int((moment - Self.start) / .seconds(3600)) + 3
        return available.indices.prefix(hour + 1).last { available[$0] <= moment } ?? 0
    }

    private func answer(_ question: WebServer.Question) -> WebServer.Reply {
        requests += 1
        let address = Int(question.target.dropFirst()) ?? 0
        guard let index = newest(of: address, at: wall) else {
            return .init(status: "500 Internal Server Error")
        }
        let time = Self.start + .seconds(Int64(index - 3) * 3600 + 3060)
        let fields = time.fields
        let stamp = [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return .init(
            headers: ["Date: \(wall.httpDate)"], body: "KAAB \(stamp)Z 27010KT 9999 SCT030 10/05 Q1013\n")
    }

    /// Lets the daemon run, from one planned attempt to the next.
    func run() throws -> Result {
        var learned: [(moment: UTC, index: Int)] = []
        while case let next = try planned(), next < end {
            clock.advance(by: max(.zero, next - wall))
            let count = requests
            try daemon.turn(until: { requests > count })
            _ = try planned()
            learned.append((wall, try known()))
        }
        daemon.end()
        return result(learned)
    }

    /// Returns the earliest planned attempt once none is under way.
    private func planned() throws -> UTC {
        let start = clock.now
        try daemon.turn(until: { clock.now > start + .milliseconds(10) })
        var moment: Int?
        try daemon.turn(until: {
            let runtime = try daemon.runtime(of: "metar@KAAB") ?? .null
            moment = runtime["attemptUSec"] == nil ? runtime["nextUSec"]?.int : nil
            return moment != nil
        })
        return moment.map { UTC(microseconds: Int64($0)) } ?? wall
    }

    /// The number of the stored report.
    private func known() throws -> Int {
        let record = try daemon.call("GetSnapshot")["records"]?.array?.first
        guard let time = record?["data"]?["time"]?.string.flatMap({ UTC(iso8601: $0) }) else { return -1 }
        return Int((time - Self.start) / .seconds(3600)) + 3
    }

    /// Compares each minute what the daemon knew with what the upstreams had, once the rhythm is learned.
    private func result(_ learned: [(moment: UTC, index: Int)]) -> Result {
        var (stale, hopeless, minutes, known, reached) = (0, 0, 0, 0, 0)
        var rest = learned[...]
        var moment = Self.start
        while moment < end {
            while let next = rest.first, next.moment <= moment {
                known = next.index
                rest = rest.dropFirst()
            }
            reached = max(reached, outages.indices.compactMap { newest(of: $0, at: moment) }.max() ?? 0)
            if moment > Self.start + .seconds(3 * 86_400) {
                let wanted = index(at: moment - Self.patience)
                minutes += 1
                stale += known < wanted ? 1 : 0
                hopeless += reached < wanted ? 1 : 0
            }
            moment = moment + .seconds(60)
        }
        let all = Double(max(1, minutes))
        return Result(stale: Double(stale) / all, hopeless: Double(hopeless) / all, requests: requests)
    }
}
