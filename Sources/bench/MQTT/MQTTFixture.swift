import Glibc
import Records
import Systemd

/// A daemon with a table, and mosquitto; bridges between them.
final class MQTTFixture {
    private let folder: BenchFolder
    private let records: Int
    private let programs: String
    private let environment: [String]
    private let root: String
    private let silence = open("/dev/null", O_WRONLY)
    private let daemon: BenchProcess
    private var broker: BenchProcess
    private var bridge: BenchProcess?
    private var subscriber: MQTTSubscriber?

    /// Returns the folder with mosquitto and its tools, which is made if possible; otherwise `nil`.
    static func brokerRoot() -> String? {
        BenchFiles.output(of: "'\(BenchFiles.root)Tests/System/roots' broker 2>/dev/null").last
    }

    /// Starts daemon and broker, and waits until the daemon has all records.
    ///
    /// - Throws: An error if one of them cannot be started.
    init(records: Int, root: String) throws {
        let folder = try BenchFolder(with: BenchFixture.folders + ["bridge"])
        self.folder = folder
        self.records = records
        self.root = root
        programs = try BenchFiles.programs()
        environment = ["LD_LIBRARY_PATH=\(root)/usr/lib/x86_64-linux-gnu:\(root)/usr/lib"]
        let path = folder.path
        try folder.write(
            "[Source]\nKind=table\nPath=\(path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n",
            to: "etc/sources.d/rows.source")
        try folder.write("[MQTT]\nBroker=unix:\(path)/broker\n", to: "bridge.conf")
        try folder.write(
            "user root\nlistener 0 \(path)/broker\nallow_anonymous true\nmax_queued_messages 0\n"
                + "max_inflight_messages 0\n",
            to: "broker.conf")
        try MQTTFixture.write(0, records: records, to: folder)
        daemon = try BenchProcess(
            [programs + "almanacd", "--config", path + "/etc", "--state", path + "/state"]
                + ["--run", path + "/run"], errors: silence)
        broker = try MQTTFixture.startBroker(in: path, root: root, environment, silence)
        let socket = BenchFixture.socketPath(in: path)
        while try CrowdArrival.status(at: socket, patience: .seconds(10))["records"]?.int != records {
            usleep(10_000)
        }
    }

    isolated deinit {
        end()
        close(silence)
    }

    /// Stops all processes.
    func end() {
        bridge?.end()
        daemon.end()
        broker.end()
    }

    /// Starts a bridge without a state, with a broker without messages, and waits until the broker has all.
    ///
    /// - Returns: The time that this took, in seconds.
    func mirror() throws -> Double {
        try renew()
        let start = Measure.wall
        bridge = try BenchProcess(
            [programs + "almanac-mqtt", "--config", "\(folder.path)/bridge.conf"]
                + ["--state", "\(folder.path)/bridge", "--socket"]
                + [BenchFixture.socketPath(in: folder.path), "bench"], errors: silence)
        try subscriber?.await("almanac/_bridge", "online")
        let seconds = (Measure.wall - start) / 1e9
        guard subscriber?.count(below: "almanac/rows/") == records + 1 else {
            throw BenchError(description: "not each record arrived once")
        }
        return seconds
    }

    /// Starts a bridge that mirrors all records.
    func startBridge() throws -> BenchProcess {
        _ = try mirror()
        guard let bridge else { throw BenchError(description: "no bridge") }
        return bridge
    }

    /// Sends as many messages of the same size by mosquitto_pub.
    ///
    /// - Returns: The time until the broker has acknowledged all, in seconds.
    func publishByPeer() throws -> Double {
        try renew()
        let line =
            #"{"data":{"id":"00000","name":"row number 0 of the table","value":"00000"},"#
            + #""changed":"2026-11-25T04:00:00Z"}"#
        try folder.write(String(repeating: line + "\n", count: records), to: "lines")
        let command =
            "'\(root)/usr/bin/mosquitto_pub' --unix '\(folder.path)/broker' -V 5 -q 1 -r -t peer/lines -l <'\(folder.path)/lines'"
        let start = Measure.wall
        try BenchProcess(["/bin/sh", "-c", command], environment: environment).wait()
        return (Measure.wall - start) / 1e9
    }

    /// Changes one record.
    ///
    /// - Returns: The time until the subscriber of the broker has received it, in milliseconds.
    func change(_ number: Int) throws -> Double {
        let start = Measure.wall
        try MQTTFixture.write(number, records: records, to: folder)
        try subscriber?.await("almanac/rows/00000", "\"value\":\"\(number)\"")
        return (Measure.wall - start) / 1e6
    }

    /// Replaces the broker, its subscriber and the bridge's state.
    private func renew() throws {
        bridge?.end()
        bridge = nil
        broker.end()
        unlink("\(folder.path)/bridge/topics")
        broker = try MQTTFixture.startBroker(in: folder.path, root: root, environment, silence)
        subscriber = try MQTTSubscriber(at: "\(folder.path)/broker")
    }

    private static func startBroker(
        in path: String, root: String, _ environment: [String], _ silence: CInt
    ) throws -> BenchProcess {
        unlink("\(path)/broker")
        return try BenchProcess(
            [root + "/usr/sbin/mosquitto", "-c", "\(path)/broker.conf"], environment: environment,
            errors: silence)
    }

    private static func write(_ number: Int, records: Int, to folder: BenchFolder) throws {
        var text = "id,name,value\n"
        for row in 0..<records {
            let digits = String(row)
            let key = String(repeating: "0", count: 5 - digits.count) + digits
            text += "\(key),row number \(row) of the table,\(row == 0 ? number : row)\n"
        }
        try folder.write(text, to: "rows.csv")
    }
}
