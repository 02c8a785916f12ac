import Glibc
import Records
import Systemd

/// A hub and its leaves, and a subscriber of each leaf.
final class FleetMachine {
    /// The measurements of all changes.
    struct Results {
        /// The size of a change on the wire, in bytes.
        var size = 0
        var light = Delays()
        var real = Delays()
        /// The number of changes that did not arrive exactly once and in order.
        var faults = 0

        var all: Delays {
            var all = light
            all.add(real)
            return all
        }
    }

    private(set) var results = Results()
    private let hub: BenchProcess
    private let folder: BenchFolder
    private var leaves: [(process: BenchProcess, folder: BenchFolder)] = []
    private var readers: [FleetReader] = []

    /// Starts all processes and waits until each leaf mirrors the hub.
    ///
    /// - Parameters:
    ///   - light: The number of leaves that are connections only.
    ///   - real: The number of leaves that are daemons.
    /// - Throws: An error if a process cannot be started.
    init(light: Int, real: Int) throws {
        folder = try BenchFolder(with: BenchFixture.folders)
        try folder.write(BenchFixture.crowded, to: "etc/almanac.conf")
        try folder.write(
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n",
            to: "etc/sources.d/rows.source")
        try FleetMachine.write(0, to: folder)
        hub = try BenchProcess(["/proc/self/exe", "crowd", "serve", folder.path])
        let path = BenchFixture.socketPath(in: folder.path)
        try FleetMachine.awaitRecords(at: path)
        for _ in 0..<real { try addLeaf(of: path) }
        for _ in 0..<light { readers.append(try FleetReader(at: path, isReal: false)) }
        for leaf in leaves {
            let own = BenchFixture.socketPath(in: leaf.folder.path)
            try FleetMachine.awaitRecords(at: own)
            readers.append(try FleetReader(at: own, isReal: true))
        }
        for index in readers.indices { try readers[index].awaitReady() }
    }

    isolated deinit {
        for leaf in leaves { leaf.process.end() }
        hub.end()
        for reader in readers { reader.close() }
    }

    /// Publishes changes one after the other, each once the last leaf has received the one before.
    ///
    /// The messages are parsed at the end only.
    ///
    /// - Parameters:
    ///   - rounds: The number of changes.
    ///   - pause: Something to do between two changes.
    /// - Returns: The processor time of the hub's loop for a change, in microseconds. The thread that stores
    ///   the change does the same for any number of leaves, and is left out.
    /// - Throws: An error if a change does not arrive, or `pause` fails.
    func measure(_ rounds: Int, pause: () throws -> Void = {}) throws -> Double {
        for round in 1...5 { try publish(round) }
        for reader in readers { _ = try reader.takeEvents() }
        let numbers = 6..<6 + rounds
        let before = try hub.firstThreadCPU()
        for round in numbers {
            try publish(round)
            try pause()
        }
        let used = try hub.firstThreadCPU() - before
        for reader in readers { note(try reader.takeEvents(), of: reader, in: numbers) }
        return used / 1e3 / Double(rounds)
    }

    private func note(_ events: [FleetEvent?], of reader: FleetReader, in rounds: Range<Int>) {
        for (round, event) in zip(rounds, events) {
            guard let event, event.value == round else {
                results.faults += 1
                continue
            }
            let delay = (event.arrival - event.committed) / 1e3
            if reader.isReal { results.real.add(delay) } else { results.light.add(delay) }
            results.size = event.size
        }
    }

    /// Publishes a change and reads it from one socket after the other, as `bench fanout` does, so that the hub
    /// pays the same for waking the reader.
    private func publish(_ round: Int) throws {
        try FleetMachine.write(round, to: folder)
        for reader in readers { try reader.receive() }
    }

    private func addLeaf(of path: String) throws {
        let folder = try BenchFolder(with: BenchFixture.folders)
        try folder.write("[Source]\nKind=almanac\nFrom=unix:\(path)\n", to: "etc/sources.d/hub.source")
        leaves.append((try BenchProcess(["/proc/self/exe", "crowd", "serve", folder.path]), folder))
    }

    private static func awaitRecords(at path: String) throws {
        while try CrowdArrival.status(at: path, patience: .seconds(10))["records"]?.int != 1 {
            usleep(10_000)
        }
    }

    private static func write(_ round: Int, to folder: BenchFolder) throws {
        let text = String(repeating: "x", count: 150)
        try folder.write("id,value,text\nKPWM,\(round),\(text)\n", to: "rows.csv")
    }
}
