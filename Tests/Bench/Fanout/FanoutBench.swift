import Glibc
import Systemd

/// `bench fanout`: the server's cost of a delivery, compared with a floor that does nothing else.
///
/// The server under test is the almanac: its protocol, its selectors, its subscribers. The floor writes the
/// same bytes into memory once and sends each subscriber the missing slice, once per burst: it knows no
/// protocol and waits for nobody. Redis is compared where it is there; see `Tests/System/roots`. All are
/// separate processes, measured by their process clocks; this process is all the subscribers, and the
/// publisher. Time is the subject.
enum FanoutBench {
    /// The number of rounds in which all servers are measured in turn.
    private static let turns = 5

    /// Runs the benchmark, or one of its servers.
    ///
    /// - Parameter arguments: Numbers of subscribers, all by default. Or the name of a role and a folder, for
    ///   a server.
    /// - Throws: The system error if a server cannot be started or reached.
    static func run(_ arguments: [String]) throws {
        if let role = arguments.first.flatMap(FanoutRole.init), arguments.count == 2 {
            return try role.serve(in: arguments[1])
        }
        let most = try FileDescriptor.raiseLimit() - 1_000
        let numbers = arguments.compactMap(Int.init)
        let counts = (numbers.isEmpty ? [1, 100, 1_000, 10_000] : numbers).filter { $0 <= most }
        for count in counts {
            for burst in [1, 10, 100] { try compareDeliveries(count, burst: burst) }
            try compareLives(count)
            if count == 1_000 { try compareStopped(count) }
        }
    }

    private static func compareDeliveries(_ count: Int, burst: Int) throws {
        let name = "fanout \(count):\(burst)"
        // The floor, too, needs .8 of the time of redis for single events, since both send each by one call,
        // and .2 to .34 for bursts.
        let limits = [
            ("\(name) to floor", count == 1 ? 1.3 : 1.15),
            ("\(name) to redis", count == 1 ? 1.3 : burst == 1 ? 0.9 : burst == 100 ? 0.4 : 1),
        ]
        try Goal.times(limits) {
            let all = try inTurn { try $0.measure(count, burst: burst) }
            for role in FanoutRole.present {
                let results = all[role] ?? []
                let cost = Goal.short(results.map(\.cost).median)
                print(
                    "  \(name) \(role.rawValue): \(cost) µs of CPU a delivery;",
                    "µs to the last of a burst: \(Goal.short(results.map(\.median).median)),",
                    "99 of 100 \(Goal.short(results.map(\.worst).median))")
            }
            return [
                ratio(all[.ours], to: all[.floor], \.cost), ratio(all[.ours], to: all[.redis], \.cost),
            ]
        }
    }

    /// Compares what subscribers cost that connect, idle and disconnect.
    private static func compareLives(_ count: Int) throws {
        let name = "fanout \(count)"
        var resident = 0.0
        try Goal.times([
            ("\(name) arriving to floor", count == 1 ? 2 : 1.8), ("\(name) departing to floor", 1.8),
        ]) {
            let all = try inTurn { try $0.measureLife(count) }
            for role in FanoutRole.present {
                let lives = all[role] ?? []
                let costs = [lives.map(\.arrival).median, lives.map(\.departure).median].map(Goal.short)
                let bytes = lives.map(\.resident).median
                print(
                    "  \(role.rawValue): µs to arrive \(costs[0]), to leave \(costs[1]); \(Int(bytes)) B idle"
                )
                if role == .ours { resident = bytes }
            }
            return [
                ratio(all[.ours], to: all[.floor], \.arrival),
                ratio(all[.ours], to: all[.floor], \.departure),
            ]
        }
        if count >= 1_000 { Goal.most("\(name) idle", resident, limit: 512, unit: " B") }
    }

    /// Compares the delay to those who read with that while as many others have stopped reading.
    private static func compareStopped(_ count: Int) throws {
        var growth = 0.0
        try Goal.times([("fanout \(count), half stopped, delay to undisturbed", 2)]) {
            let ratios = try (0..<turns).map { _ in
                let child = try FanoutChild(.ours)
                try child.begin(count, burst: 1)
                child.stopHalf()
                // The frames for subscribers that stopped first fill the buffers of the kernel.
                let undisturbed = try child.delays(100).median
                _ = try child.delays(4_000)
                let before = try child.process.unshared()
                let disturbed = try child.delays(1_000).median
                growth = Double(try child.process.unshared() - before) / 1e6
                return disturbed / undisturbed
            }
            print("  half stopped, delay to undisturbed: \(ratios.spread)")
            return [ratios.median]
        }
        Goal.most("fanout \(count), memory of 1000 changes while half stopped", growth, limit: 1, unit: " MB")
    }

    /// Measures all servers in turn, several times.
    private static func inTurn<Result>(
        _ measure: (FanoutChild) throws -> Result
    ) throws -> [FanoutRole: [Result]] {
        var results: [FanoutRole: [Result]] = [:]
        for _ in 0..<turns {
            for role in FanoutRole.present {
                results[role, default: []].append(try measure(FanoutChild(role)))
            }
        }
        return results
    }

    /// Returns the median of the ratios of all turns; `nil` unless both were measured.
    private static func ratio<Result>(
        _ ours: [Result]?, to other: [Result]?, _ value: (Result) -> Double
    ) -> Double? {
        guard let ours, let other else { return nil }
        return zip(ours, other).map { value($0) / value($1) }.median
    }
}

/// A server of the fan-out benchmark in a separate process, and all its subscribers.
final class FanoutChild {
    /// The server's CPU time for one delivery, and the median and the 99th percentile of the delay of a burst
    /// to the last subscriber, in microseconds.
    typealias Delivery = (cost: Double, median: Double, worst: Double)
    /// The server's CPU time of a subscriber that connects, and of one that disconnects, in microseconds, and
    /// its memory while idle, in bytes.
    typealias Life = (arrival: Double, departure: Double, resident: Double)

    /// The server.
    let process: BenchProcess
    private let role: FanoutRole
    private let folder: BenchFolder
    private let publisher: CInt
    private var subscribers: [CInt] = []
    /// The number of subscribers that read.
    private var reading = 0
    private var room = [UInt8](repeating: 0, count: 1 << 20)

    /// Starts a server and connects the publisher.
    init(_ role: FanoutRole) throws {
        self.role = role
        folder = try BenchFolder(with: ["etc", "etc/sources.d", "run"])
        try folder.write(Almanac.crowded, to: "etc/almanac.conf")
        process = try BenchProcess(role.command(in: folder.path), environment: role.environment)
        publisher = try BenchSocket.connect(
            FanoutRole.publisherSocketPath(in: folder.path), patience: .seconds(5))
    }

    isolated deinit {
        for descriptor in subscribers { close(descriptor) }
        close(publisher)
    }

    /// Measures deliveries for about a fifth of a second, in which a pause of some milliseconds hardly shows.
    func measure(_ count: Int, burst: Int) throws -> Delivery {
        try begin(count, burst: burst)
        let rounds = max(20, 100_000 / max(count, 10)) / (burst < 100 ? 1 : 4)
        let before = try process.cpu()
        let times = try (0..<rounds).map { _ in try publish(burst) }
        let used = (try process.cpu() - before) / 1e3
        return (used / Double(rounds * count * burst), times.median, times.percentile(99))
    }

    /// Connects subscribers and publishes first bursts, which are not measured: during these, the almanac's
    /// memory of changes becomes as large as it remains.
    func begin(_ count: Int, burst: Int) throws {
        try arrive(count)
        for _ in 0..<(burst < 100 ? 10 : 3) { try publish(burst) }
        try checkContent()
    }

    /// Lets half of the subscribers stop reading.
    func stopHalf() { reading /= 2 }

    /// Publishes changes; returns the delays to the last subscriber that reads, in microseconds.
    func delays(_ count: Int) throws -> [Double] { try (0..<count).map { _ in try publish(1) } }

    /// Measures subscribers that connect, idle and disconnect; few of them several times, since a server that
    /// has been asleep for long would mostly be measured loading its code.
    func measureLife(_ count: Int) throws -> Life {
        try arrive(1)
        // By now the publisher's connection is accepted, which must not count as an arrival.
        try publish(1)
        // Only once: the kernel reads the state of all the server's pages to count those that are resident,
        // which displaces from the caches what the next arrival needs. Later subscribers use the memory
        // again.
        var resident = -(try process.resident())
        let first = try live(count) { resident += try process.resident() }
        let lives = count < 1_000 ? try (0..<max(1, 1_000 / count)).map { _ in try live(count) } : [first]
        return (lives.map(\.arrival).median, lives.map(\.departure).median, Double(resident) / Double(count))
    }

    /// Measures the CPU time of an arrival and of a departure, in microseconds; calls `between` in between.
    private func live(
        _ count: Int, _ between: () throws -> Void = {}
    ) throws -> (arrival: Double, departure: Double) {
        let before = try process.cpu()
        try arrive(count)
        let there = try process.cpu()
        try between()
        try depart(count)
        let after = try process.cpu()
        return ((there - before) / 1e3 / Double(count), (after - there) / 1e3 / Double(count))
    }

    /// Disconnects the last subscribers and waits until the server has closed their connections.
    private func depart(_ count: Int) throws {
        let open = try process.descriptors() - count
        for descriptor in subscribers.suffix(count) { close(descriptor) }
        subscribers.removeLast(count)
        reading = subscribers.count
        while try process.descriptors() > open { usleep(100) }
    }

    /// Connects subscribers; each is connected when it has received its first reply.
    private func arrive(_ count: Int) throws {
        let first = subscribers.count
        for _ in 0..<count {
            let descriptor = try BenchSocket.connect(role.subscriberSocketPath(in: folder.path))
            BenchSocket.limitWaiting(descriptor, seconds: 60)
            subscribers.append(descriptor)
            BenchSocket.send(role.subscribe, to: descriptor)
        }
        reading = subscribers.count
        for descriptor in subscribers[first...] {
            var missing = role.welcomed.count
            while missing > 0 {
                let count = recv(descriptor, &room, room.count, 0)
                guard count > 0 else { throw SystemError.last("recv", "the welcome") }
                missing -= room[..<count].count { $0 == role.welcomed.terminator }
            }
        }
    }

    /// Publishes a burst and waits until the last subscriber that reads has received it.
    ///
    /// - Returns: The delay, in microseconds.
    @discardableResult
    private func publish(_ burst: Int) throws -> Double {
        let call = role.publish(burst)
        let bytes = burst * role.size
        let start = Clock.wall
        BenchSocket.send(call, to: publisher)
        for descriptor in subscribers[..<reading] { try receive(bytes, from: descriptor) }
        let time = (Clock.wall - start) / 1e3
        try receive(role.answer(burst, subscribers: subscribers.count), from: publisher)
        return time
    }

    /// Checks that the real server and the floor send the same bytes.
    private func checkContent() throws {
        guard role == .ours else { return }
        BenchSocket.send(role.publish(1), to: publisher)
        for descriptor in subscribers {
            try receive(role.size, from: descriptor)
            guard FanoutRole.isAlike(room[..<role.size]) else {
                let text = String(decoding: room[..<role.size], as: UTF8.self)
                throw BenchError("unexpected form of a change: \(text)")
            }
        }
    }

    private func receive(_ count: Int, from descriptor: CInt) throws {
        guard count > 0 else { return }
        let received = recv(descriptor, &room, count, CInt(MSG_WAITALL))
        guard received == count else { throw SystemError.last("recv", "\(received) of \(count) bytes") }
    }
}
