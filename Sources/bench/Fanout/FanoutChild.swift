import Glibc
import Systemd

/// A server of the fan-out benchmark in a separate process, and all its subscribers.
final class FanoutChild {
    private let role: FanoutRole
    private let process: BenchProcess
    private let folder: BenchFolder
    private let publisher: CInt
    private var subscribers: [CInt] = []
    private var room = [UInt8](repeating: 0, count: 1 << 20)

    /// Starts a server and connects the publisher.
    init(_ role: FanoutRole) throws {
        self.role = role
        folder = try BenchFolder(with: BenchFixture.folders)
        try folder.write(BenchFixture.crowded, to: "etc/almanac.conf")
        // What others say at their start is of no interest; our own errors are.
        let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        process = try BenchProcess(
            role.command(in: folder), environment: role.package?.environment,
            errors: role.package == nil ? STDERR_FILENO : nowhere.raw)
        publisher = try role.connect(in: folder.path, isPublisher: true, patience: .seconds(5))
        guard let hello = role.hello else { return }
        BenchSocket.send(hello.request, to: publisher)
        try receive(hello.answered, from: publisher)
    }

    isolated deinit {
        for descriptor in subscribers { close(descriptor) }
        close(publisher)
    }

    /// Measures the cost of a delivery, and the delay of a burst to the last subscriber, in ten parts; see
    /// ``SharedCore/measure(parts:_:)``.
    func measure(_ count: Int, burst: Int) throws -> FanoutResult {
        try begin(count, burst: burst)
        // About a fifth of a second, in which a pause of some milliseconds hardly shows.
        let rounds = max(20, 100_000 / max(count, 10)) / (burst < 100 ? 1 : 4)
        let (parts, areUndisturbed) = try SharedCore.measure(parts: min(10, rounds)) {
            let before = try process.cpu()
            let times = try (0..<max(1, rounds / 10)).map { _ in try publish(burst) }
            return (used: (try process.cpu() - before) / 1e3, times: times)
        }
        let times = parts.flatMap(\.times)
        let used = parts.reduce(0) { $0 + $1.used }
        return FanoutResult(
            cost: used / Double(times.count * count * burst), times: times, isUndisturbed: areUndisturbed)
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

    /// Measures the cost of a subscriber that connects, idles and disconnects; few of them several times,
    /// since a server that has been asleep for long would mostly be measured loading its code.
    ///
    /// - Returns: The medians, since other programs disturb some of the measurements, and the memory of the first
    ///   subscribers: later ones use it again.
    /// - Throws: The system error if the server does not answer.
    func measureLife(_ count: Int) throws -> FanoutLife {
        try arrive(1)
        // By now the publisher's connection is accepted, which must not count as an arrival.
        try publish(1)
        // Only once: the kernel reads the state of all the server's pages to count those that are resident, which
        // displaces from the caches what the next arrival needs.
        var resident = -(try process.resident())
        let first = try SharedCore.measure(parts: 1) {
            try live(count) { resident += try process.resident() }
        }
        let (lives, areUndisturbed) = count < 1_000 ? try measureLives(of: count) : first
        return FanoutLife(
            arrival: Measure.median(lives.map(\.arrival)), departure: Measure.median(lives.map(\.departure)),
            resident: Double(resident) / Double(count), isUndisturbed: areUndisturbed)
    }

    /// Measures a thousand arrivals and departures in ten parts; see ``SharedCore/measure(parts:_:)``.
    private func measureLives(of count: Int) throws -> (values: [Life], areUndisturbed: Bool) {
        let (parts, areUndisturbed) = try SharedCore.measure(parts: 10) {
            try (0..<max(1, 100 / count)).map { _ in try live(count) }
        }
        return (parts.flatMap(\.self), areUndisturbed)
    }

    /// The CPU time of an arrival and of a departure, in microseconds.
    private typealias Life = (arrival: Double, departure: Double)

    /// Measures the CPU time of an arrival and of a departure, in microseconds; calls `between` in between.
    private func live(_ count: Int, _ between: () throws -> Void = {}) throws -> Life {
        let cores = separate()
        defer { Cores.allow(cores) }
        let before = try process.cpu()
        try arrive(count)
        let there = try process.cpu()
        try between()
        try depart(count)
        let after = try process.cpu()
        return ((there - before) / 1e3 / Double(count), (after - there) / 1e3 / Double(count))
    }

    /// Lets the server use only the last core and this thread only the first.
    ///
    /// Otherwise the kernel chooses for each server whether it uses the core of its client, where an arrival costs the
    /// floor 17 µs instead of 25.
    ///
    /// - Returns: The cores that this thread could use before.
    private func separate() -> [Int] {
        let cores = Cores.allowed
        process.allow([cores[cores.count - 1]])
        Cores.allow([cores[0]])
        return cores
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
        let start = Measure.wall
        BenchSocket.send(call, to: publisher)
        for descriptor in subscribers { try receive(bytes, from: descriptor) }
        let time = (Measure.wall - start) / 1e3
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
                throw BenchError(
                    description:
                        "unexpected form of a change: \(String(decoding: room[..<role.size], as: UTF8.self))"
                )
            }
        }
    }

    private func receive(_ count: Int, from descriptor: CInt) throws {
        guard count > 0 else { return }
        let received = recv(descriptor, &room, count, CInt(MSG_WAITALL))
        guard received == count else { throw SystemError.last("recv", "\(received) of \(count) bytes") }
    }
}
