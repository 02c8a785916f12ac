import Glibc
import Systemd

/// A server of the fan-out benchmark in a separate process, and all its subscribers.
final class FanoutChild {
    /// The server's CPU time for one delivery, and the median and the 99th percentile of the delay of a burst
    /// to the last subscriber, in microseconds.
    typealias Delivery = (cost: Double, median: Double, worst: Double)
    /// The server's CPU time of a subscriber that connects, and of one that disconnects, in microseconds, and
    /// its memory while idle, in bytes.
    typealias Life = (arrival: Double, departure: Double, resident: Double)

    private let role: FanoutRole
    private let process: BenchProcess
    private let folder: BenchFolder
    private let publisher: CInt
    private var subscribers: [CInt] = []
    private var room = [UInt8](repeating: 0, count: 1 << 20)

    /// Starts a server and connects the publisher.
    init(_ role: FanoutRole) throws {
        self.role = role
        folder = try BenchFolder(with: ["etc", "etc/sources.d", "run"])
        try folder.write(Almanac.crowded, to: "etc/almanac.conf")
        // What others say at their start is of no interest; our own errors are.
        let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        process = try BenchProcess(
            role.command(in: folder), environment: role.environment,
            errors: role.environment == nil ? STDERR_FILENO : nowhere.raw)
        publisher = try role.connect(in: folder.path, isPublisher: true, patience: .seconds(5))
        guard let hello = role.hello else { return }
        BenchSocket.send(hello.request, to: publisher)
        try receive(hello.answered, from: publisher)
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

    /// Publishes one change to all subscribers.
    ///
    /// - Returns: The server's CPU time for it, in microseconds.
    func step() throws -> Double {
        let before = try process.cpu()
        try publish(1)
        return (try process.cpu() - before) / 1e3
    }

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
        while try process.descriptors() > open { usleep(100) }
    }

    /// Connects subscribers; each is connected when it has received its first reply.
    private func arrive(_ count: Int) throws {
        let first = subscribers.count
        let subscribe = role.subscribe
        for _ in 0..<count {
            let descriptor = try role.connect(in: folder.path, isPublisher: false)
            BenchSocket.limitWaiting(descriptor, seconds: 60)
            subscribers.append(descriptor)
            BenchSocket.send(subscribe, to: descriptor)
        }
        for descriptor in subscribers[first...] { try receive(role.welcomed, from: descriptor) }
    }

    private func receive(_ ending: FanoutRole.Ending, from descriptor: CInt) throws {
        switch ending {
        case .bytes(let count): try receive(count, from: descriptor)
        case .terminators(let terminator, var missing):
            while missing > 0 {
                let count = recv(descriptor, &room, room.count, 0)
                guard count > 0 else { throw SystemError.last("recv", "the welcome") }
                for byte in room[..<count] where byte == terminator { missing -= 1 }
            }
        }
    }

    /// Publishes a burst and waits until the last subscriber has received it.
    ///
    /// - Returns: The delay, in microseconds.
    @discardableResult
    private func publish(_ burst: Int) throws -> Double {
        let call = role.publish(burst)
        let bytes = burst * role.size
        let start = Clock.wall
        BenchSocket.send(call, to: publisher)
        for descriptor in subscribers { try receive(bytes, from: descriptor) }
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
