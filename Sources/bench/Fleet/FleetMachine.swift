import Glibc
import Records
import Systemd

/// A hub and its leaves, and a subscriber of each leaf.
final class FleetMachine {
    /// The measurements of a number of changes.
    struct Result {
        /// The hub's processor time for a change, in microseconds.
        var hubCost = 0.0
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
        for leaf in leaves {
            let own = BenchFixture.socketPath(in: leaf.folder.path)
            try FleetMachine.awaitRecords(at: own)
            readers.append(try FleetReader(at: own, isReal: true))
        }
        for _ in 0..<light { readers.append(try FleetReader(at: path, isReal: false)) }
        for index in readers.indices { try readers[index].awaitReady() }
    }

    isolated deinit {
        for leaf in leaves { leaf.process.end() }
        hub.end()
        for reader in readers { reader.close() }
    }

    /// Publishes changes one after the other, each once the last leaf has received the one before.
    func measure(_ rounds: Int) throws -> Result {
        var result = Result()
        for round in 1...5 { try publish(round, noting: nil) }
        let before = try hub.cpu()
        for round in 6..<6 + rounds {
            try publish(round) { reader, event in
                let delay = (event.arrival - event.committed) / 1e3
                if reader.isReal { result.real.add(delay) } else { result.light.add(delay) }
                if event.value != round { result.faults += 1 }
                result.size = event.size
            }
        }
        result.hubCost = (try hub.cpu() - before) / 1e3 / Double(rounds)
        return result
    }

    private func publish(_ round: Int, noting note: ((FleetReader, FleetEvent) -> Void)?) throws {
        try FleetMachine.write(round, to: folder)
        let group = ReadableSockets(readers.map(\.socket))
        var missing = readers.count
        while missing > 0 {
            for index in try group.next() {
                let events = try readers[index].read()
                missing -= events.count
                if let note { for event in events { note(readers[index], event) } }
            }
        }
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
