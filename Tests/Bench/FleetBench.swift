import Glibc
import Records
import Systemd

/// `bench fleet`: a hub and its leaves on one machine.
///
/// Most leaves are connections that subscribe as a leaf does; some are real daemons, whose own subscribers
/// this process is, so that a change counts as arrived once a leaf has stored it and sent it on. The hub's
/// cost of a delivery is compared with that of the server of `bench fanout`, which publishes to as many
/// subscribers between the changes of the hub: so both find the caches of the processor as the leaves, which
/// store each change, have left them. Time is the subject.
enum FleetBench {
    private static let (light, real, rounds) = (1_000, 20, 40)

    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or a change does not arrive.
    static func run() throws {
        try FileDescriptor.raiseLimit()
        let alone = try FleetMachine(light: 1, real: 0)
        let fleet = try FleetMachine(light: light, real: real)
        let fanout = try FanoutChild(.ours)
        try fanout.begin(light + real, burst: 1)
        let leaves = Double(light + real)
        let limits = [
            ("fleet p99 from commit to \(light + real) leaves", 250.0),
            ("fleet hub's delivery to fanout's", 2),
        ]
        try Goal.times(limits) {
            fleet.delays = [:]
            var used = 0.0
            let all = try fleet.measure(rounds) { used += try fanout.step() }
            let one = try alone.measure(rounds)
            let (delivery, floor) = ((all - one) / (leaves - 1), used / Double(rounds) / leaves)
            print("hub: \(Goal.short(one)) µs a change with one leaf, \(Goal.short(all)) µs with all;")
            print(
                "\(Goal.short(delivery)) µs a delivery, fanout \(Goal.short(floor)); \(fleet.size) bytes each"
            )
            let (real, light) = (fleet.delays[true] ?? [], fleet.delays[false] ?? [])
            print("ms to a subscriber of a real leaf: \(real.spread); to a connection: \(light.spread)")
            let (most, last) = (leaves * delivery / 1e3, real.percentile(100))
            print(
                "two levels: \(Goal.short(most)) ms of a hub, the last leaf after \(Goal.short(2 * last)) ms"
            )
            return [(real + light).percentile(99), delivery / floor]
        }
        Goal.most(
            "fleet changes lost, doubled or out of order", Double(fleet.faults + alone.faults), limit: 0)
    }
}

/// A hub and its leaves, and a subscriber of each leaf.
private final class FleetMachine {
    /// The delays of all changes in milliseconds, to real leaves and to others.
    var delays: [Bool: [Double]] = [:]
    /// The size of a change on the wire, in bytes.
    private(set) var size = 0
    /// The number of changes that did not arrive exactly once and in order.
    private(set) var faults = 0
    private let hub: Almanac
    private var leaves: [Almanac] = []
    private var readers: [(reader: LineReader, isReal: Bool)] = []
    private var round = 0

    /// Starts all processes and waits until each leaf mirrors the hub.
    init(light: Int, real: Int) throws {
        hub = try Almanac()
        try hub.define("rows", "Kind=table\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        try write()
        try hub.start()
        try hub.wait { try hub.records == 1 }
        for _ in 0..<real {
            let leaf = try Almanac()
            try leaf.define("hub", "Kind=almanac\nFrom=unix:\(hub.socket)\n")
            try leaf.start()
            leaves.append(leaf)
        }
        for leaf in leaves { try leaf.wait { try leaf.records == 1 } }
        let sockets = (0..<light).map { _ in (hub.socket, false) } + leaves.map { ($0.socket, true) }
        readers = try sockets.map { (try LineReader(at: $0), $1) }
        for (reader, _) in readers { reader.subscribe(snapshot: false) }
        for (reader, _) in readers { try reader.awaitReady() }
    }

    /// Publishes changes one after the other, each once the last leaf has received the one before.
    ///
    /// - Parameters:
    ///   - rounds: The number of changes.
    ///   - pause: Something to do between two changes.
    /// - Returns: The processor time of the hub's loop for a change, in microseconds. The thread that stores
    ///   the change does the same for any number of leaves, and is left out.
    /// - Throws: An error if a change does not arrive, or `pause` fails.
    func measure(_ rounds: Int, pause: () throws -> Void = {}) throws -> Double {
        for _ in 0..<5 { _ = try publish() }
        let before = try hub.process?.firstThreadCPU() ?? 0
        var arrived: [(lines: [[UInt8]], moments: [Double], round: Int)] = []
        for _ in 0..<rounds {
            let (lines, moments) = try publish()
            arrived.append((lines, moments, round))
            try pause()
        }
        let used = (try hub.process?.firstThreadCPU() ?? 0) - before
        for (lines, moments, round) in arrived { note(lines, moments, of: round) }
        return used / 1e3 / Double(rounds)
    }

    /// Publishes a change and reads it from one socket after the other, as `bench fanout` does, so that the
    /// hub pays the same for waking the reader.
    private func publish() throws -> (lines: [[UInt8]], moments: [Double]) {
        try write()
        var lines: [[UInt8]] = []
        let moments = try readers.map {
            lines.append(try $0.reader.next())
            return Clock.time(CLOCK_REALTIME) / 1e3
        }
        return (lines, moments)
    }

    private func note(_ lines: [[UInt8]], _ moments: [Double], of round: Int) {
        for (index, line) in lines.enumerated() {
            if LineReader.place(of: "\"value\":\"\(round)\"", in: line) == nil { faults += 1 }
            let delay = (moments[index] - LineReader.commit(in: line)) / 1e3
            delays[readers[index].isReal, default: []].append(delay)
            size = line.count + 1
        }
    }

    private func write() throws {
        round += 1
        let text = String(repeating: "x", count: 150)
        try hub.folder.write("id,value,text\nKPWM,\(round),\(text)\n", to: "data/rows")
    }
}
