import Glibc
import Systemd

/// A server of the fan-out benchmark as a process of its own, and all its subscribers.
final class FanoutChild {
    private let role: FanoutRole
    private let process: pid_t
    private let directory: String
    private let publisher: CInt
    private var subscribers: [CInt] = []
    private var room = [UInt8](repeating: 0, count: 1 << 20)

    /// Starts a server and connects the publisher.
    init(_ role: FanoutRole) throws {
        var name = Array("/tmp/bench.XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw SystemError.last("mkdtemp") }
        directory = String(decoding: name.dropLast().map(UInt8.init), as: UTF8.self)
        let path = directory + "/socket"
        self.role = role
        process = try Self.spawn(role.command(path))
        publisher = try Self.connect(path, patience: 5_000)
    }

    isolated deinit {
        for descriptor in subscribers { close(descriptor) }
        close(publisher)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        // What stays in /tmp does no harm.
        _ = BenchFiles.output(of: "rm -rf '\(directory)'")
    }

    /// What a delivery costs, and how long a burst takes to the last subscriber.
    func measure(_ count: Int, _ burst: Int) throws -> FanoutResult {
        try arrive(count)
        for _ in 0..<3 { try publish(burst) }
        try checkContent()
        let rounds = max(20, 50_000 / count)
        var times: [Double] = []
        times.reserveCapacity(rounds)
        let before = try cpu()
        for _ in 0..<rounds { times.append(try publish(burst)) }
        let used = try cpu() - before
        return FanoutResult(cost: used / Double(rounds * count * burst), times: times)
    }

    /// What a subscriber costs that comes, stays and goes.
    func measureLife(_ count: Int) throws -> FanoutLife {
        try arrive(1)
        let (cpuBefore, residentBefore, openBefore) = (try cpu(), try resident(), try openDescriptors())
        try arrive(count)
        let (cpuThere, residentThere) = (try cpu(), try resident())
        for descriptor in subscribers.suffix(count) { close(descriptor) }
        subscribers.removeLast(count)
        if role == .floor { send(role.publish(0), to: publisher) }
        while try openDescriptors() > openBefore { usleep(2_000) }
        let each = 1 / Double(count)
        return FanoutLife(
            arrival: (cpuThere - cpuBefore) * each, departure: (try cpu() - cpuThere) * each,
            resident: Double(residentThere - residentBefore) * each)
    }

    /// Connects subscribers; each is there when it has its first answer.
    private func arrive(_ count: Int) throws {
        let path = role.door(directory + "/socket")
        let (first, subscribe, end) = (subscribers.count, role.subscribe, role.welcomeEnd)
        for _ in 0..<count {
            let descriptor = try Self.connect(path, patience: 0)
            subscribers.append(descriptor)
            send(subscribe, to: descriptor)
        }
        for descriptor in subscribers[first...] {
            var missing = end.count
            while missing > 0 {
                let count = recv(descriptor, &room, room.count, 0)
                guard count > 0 else { throw SystemError.last("recv", "the welcome") }
                for byte in room[..<count] where byte == end.byte { missing -= 1 }
            }
        }
    }

    /// Has a burst published and waits until the last subscriber has it.
    ///
    /// - Returns: How long that took, microseconds.
    @discardableResult
    private func publish(_ burst: Int) throws -> Double {
        let (call, bytes) = (role.publish(burst), burst * role.size)
        let start = Self.time(CLOCK_MONOTONIC)
        send(call, to: publisher)
        for descriptor in subscribers { try receive(bytes, from: descriptor) }
        let time = Self.time(CLOCK_MONOTONIC) - start
        try receive(role.answer(burst, subscribers: subscribers.count), from: publisher)
        return time
    }

    /// What the real server tells is to the byte what the floor tells.
    private func checkContent() throws {
        guard role == .ours else { return }
        send(role.publish(1), to: publisher)
        for descriptor in subscribers {
            try receive(role.size, from: descriptor)
            guard FanoutRole.isAlike(room[..<role.size]) else {
                throw BenchError(
                    description:
                        "a change is told otherwise: \(String(decoding: room[..<role.size], as: UTF8.self))")
            }
        }
    }

    private func send(_ bytes: [UInt8], to descriptor: CInt) {
        let sent = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        precondition(sent == bytes.count, "the server does not read")
    }

    private func receive(_ count: Int, from descriptor: CInt) throws {
        guard count > 0 else { return }
        let received = recv(descriptor, &room, count, CInt(MSG_WAITALL))
        guard received == count else { throw SystemError.last("recv", "\(received) of \(count) bytes") }
    }

    /// Processor time of the server, microseconds.
    private func cpu() throws -> Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { throw SystemError.last("clock_getcpuclockid") }
        return Self.time(clock)
    }

    private func resident() throws -> Int {
        guard let file = fopen("/proc/\(process)/statm", "r") else { throw SystemError.last("statm") }
        defer { fclose(file) }
        let count = fread(&room, 1, 200, file)
        let words = room[..<count].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        return (Int(words[1]) ?? 0) * Int(getpagesize())
    }

    private func openDescriptors() throws -> Int {
        guard let directory = opendir("/proc/\(process)/fd") else { throw SystemError.last("opendir") }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func spawn(_ arguments: [String]) throws -> pid_t {
        var process = pid_t()
        var texts = arguments.map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        let result = posix_spawn(&process, arguments[0], nil, nil, &texts, environ)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result) }
        return process
    }

    /// Connects; `patience` is how many milliseconds the server may take to begin.
    private static func connect(_ path: String, patience: Int) throws -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        for _ in 0...patience {
            if FanoutAddress.with(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
            usleep(1_000)
        }
        throw SystemError.last("connect", path)
    }
}
