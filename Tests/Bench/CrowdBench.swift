import Glibc
import Records
import Systemd

/// `bench crowd`: a thousand subscribers, half of which are stopped, and ten thousand that connect at the
/// same time.
///
/// The subscribers are further processes, one of which is stopped by SIGSTOP. Every subscriber checks that it
/// receives every change once, in order, with the expected content. Time is the subject.
enum CrowdBench {
    /// The number of subscribers in each of two processes, and of those that connect at the same time.
    private static let (half, many) = (500, 10_000)
    private static let (rows, documents) = (20, 60)
    /// The document by which stopped subscribers have fallen behind and cost no further memory.
    private static let settled = 36

    /// Runs the benchmark, or with `read SOCKET` a process of subscribers.
    ///
    /// - Throws: An error if a process cannot be started, or a subscriber receives something unexpected.
    static func run(_ arguments: [String]) throws {
        if arguments.first == "read", arguments.count == 2 { return try read(arguments[1]) }
        try FileDescriptor.raiseLimit()
        let almanac = try Almanac()
        try almanac.define("rows", "Kind=table\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        try publish(0, to: almanac)
        try almanac.start()
        try almanac.wait { try almanac.records == rows }
        var growth = Double.infinity
        try Goal.times([("crowd p99 of those who read to undisturbed", 2)]) {
            let undisturbed = try deliver(almanac, stopping: false).delay
            let disturbed = try deliver(almanac, stopping: true)
            print("µs from a commit to a reader, 99 of 100: \(undisturbed), half stopped \(disturbed.delay)")
            growth = min(growth, disturbed.growth)
            return [disturbed.delay / undisturbed]
        }
        Goal.most("crowd memory while half stand still", growth, limit: 1, unit: " MB")
        Goal.most("crowd readers with a change lost, doubled or out of order", 0, limit: 0)
        almanac.stop()
        try comeAtOnce()
    }

    private static func publish(_ document: Int, to almanac: Almanac) throws {
        // Long rows soon fill the buffers of stopped subscribers.
        let end = String(repeating: "x", count: 700)
        let lines = (0..<rows).map { "\(100 + $0),n\(document)-\($0)-\(end)\n" }.joined()
        try almanac.folder.write("id,name\n" + lines, to: "data/rows")
    }

    /// Publishes all documents to two processes of subscribers, the second of which may be stopped meanwhile.
    ///
    /// - Returns: The 99th percentile of the delay to the first process, in microseconds, and by how many
    ///   megabytes the daemon grew after the stopped subscribers fell behind.
    private static func deliver(_ almanac: Almanac, stopping: Bool) throws -> (delay: Double, growth: Double)
    {
        let (reading, standing) = (try CrowdProcess(almanac.socket), try CrowdProcess(almanac.socket))
        for readers in [reading, standing] { try readers.expect("ready") }
        if stopping { standing.process.signal(SIGSTOP) }
        var sizes: [Double] = []
        for document in 1...documents {
            try publish(document, to: almanac)
            try reading.expect("document \(document)")
            if document == settled || document == documents { sizes.append(try almanac.resident) }
        }
        if stopping { standing.process.signal(SIGCONT) }
        for document in 1...documents { try standing.expect("document \(document)") }
        guard let delay = try reading.line().split(separator: " ").last.flatMap({ Double($0) }) else {
            throw BenchError("the subscribers do not say their delay")
        }
        return (delay, sizes[1] - sizes[0])
    }

    /// Reads as many subscribers until all have received all documents; prints each document that all have
    /// received, and finally the delays.
    private static func read(_ socket: String) throws {
        let readers = try (0..<half).map { _ in try LineReader(at: socket) }
        for reader in readers { reader.subscribe(snapshot: false) }
        for reader in readers { try reader.awaitReady() }
        func say(_ text: String) {
            print(text)
            fflush(nil)
        }
        say("ready")
        var delays: [Double] = []
        for document in 1...documents {
            for (index, reader) in readers.enumerated() {
                for row in 0..<rows {
                    let line = try reader.next()
                    let wanted = "\"data\":{\"id\":\"\(100 + row)\",\"name\":\"n\(document)-\(row)-x"
                    guard LineReader.place(of: wanted, in: line) != nil else {
                        say(
                            "reader \(index) expected \(wanted), not \(String(decoding: line, as: UTF8.self))"
                        )
                        exit(1)
                    }
                    guard row == rows - 1 else { continue }
                    delays.append(Clock.time(CLOCK_REALTIME) / 1e3 - LineReader.commit(in: line))
                }
            }
            say("document \(document)")
        }
        say("p99 \(delays.percentile(99))")
        pause()
    }

    private static func comeAtOnce() throws {
        let almanac = try Almanac()
        try almanac.define("rows", Places.definition)
        try Places(count: 100).write(to: almanac.folder.path + "/data/rows")
        try almanac.start()
        try almanac.wait { try almanac.records == 100 }
        let limits = [("crowd \(many) connected and caught up", 5.0)]
        try Goal.times(limits, unit: " s") {
            [
                try Clock.milliseconds {
                    let readers = try (0..<many).map { _ in
                        let reader = try LineReader(at: almanac.socket)
                        reader.subscribe(snapshot: true)
                        return reader
                    }
                    for reader in readers {
                        let lines = try reader.awaitReady()
                        // The first line says that the subscription has begun.
                        guard lines == 101 else { throw BenchError("a subscriber received \(lines) lines") }
                    }
                } / 1e3
            ]
        }
        Goal.most("crowd longest turn of the loop", try almanac.longestTurn, limit: 100, unit: " ms")
    }
}

/// Subscribers in a separate process, and the lines that it prints.
private final class CrowdProcess {
    let process: BenchProcess
    private let output: UnsafeMutablePointer<FILE>

    init(_ socket: String) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }),
            let output = fdopen(ends[0], "r")
        else {
            throw SystemError.last("pipe")
        }
        self.output = output
        process = try BenchProcess(["/proc/self/exe", "crowd", "read", socket], output: ends[1])
        close(ends[1])
    }

    isolated deinit { fclose(output) }

    /// Returns the next line.
    func line() throws -> String {
        var room = [CChar](repeating: 0, count: 1024)
        guard fgets(&room, CInt(room.count), output) != nil else {
            throw BenchError("a process of the crowd has ended")
        }
        return String(
            decoding: room.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Waits for a line, which must be the next one.
    func expect(_ text: String) throws {
        let line = try line()
        guard line == text else { throw BenchError("unexpected line of the subscribers: \(line)") }
    }
}
