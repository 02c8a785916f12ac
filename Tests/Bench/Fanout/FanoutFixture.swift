import Daemon
import Definitions
import Glibc
import Reactive
import Records
import Storing
import Systemd
import Varlink

/// The change that the benchmark publishes: about 300 bytes on the wire.
enum FanoutChange {
    /// The first number; all numbers have the same number of digits.
    static let first: Int64 = 10_000_001
    static let source = "metar@KPWM"
    static let key = "KPWM"
    static let raw = "KPWM 201651Z 24012KT 10SM SCT250"
    static let before = "KPWM 201551Z 23010KT 10SM FEW045"
    static let data = Array("{\"raw\":\"\(raw)\"}".utf8)
    static let previous = Array("{\"raw\":\"\(before)\"}".utf8)
    static let at = UTC(microseconds: 1_760_000_000_000_000)

    /// Returns the change as the store would; making it is not measured.
    static func change(_ number: Int64) -> Change {
        Change(
            number: number, source: source, key: key, kind: .changed, title: nil, at: at, generation: 1_000,
            data: data, patch: data, previous: previous)
    }

    /// Returns the bytes on the wire, written in the shortest way.
    static func frame(_ number: Int64, epoch: String) -> [UInt8] {
        let head = #"{"parameters":{"event":"changed","cursor":"\#(epoch).\#(number)","#
        let place = #""realtimeUSec":\#(at.microseconds),"source":"\#(source)","key":"\#(key)","#
        let texts = [("data", raw), ("patch", raw), ("previous", before)]
            .map { #""\#($0)":{"raw":"\#($1)"},"# }.joined()
        let end = #""generation":1000,\#(texts)"paths":["/raw"]},"continues":true}"#
        return Array((head + place + end).utf8) + [0]
    }
}

/// The almanac as a server of the fan-out benchmark, with its own socket, protocol, selectors and
/// subscribers; a second socket publishes changes without an upstream.
final class FanoutFixture {
    private let loop: EventLoop
    private let almanac: AlmanacDaemon
    private let server: Server
    private var number = FanoutChange.first - 1
    private var publisher: AnyCancellable?

    /// - Parameter folder: The directory of the server.
    /// - Throws: The system error if the almanac cannot start.
    init(in folder: String) throws {
        loop = try EventLoop()
        let directories = Directories(
            configuration: folder + "/etc", state: folder + "/state", run: folder + "/run",
            library: folder + "/lib")
        almanac = try AlmanacDaemon(directories, on: loop)
        let service = Service(vendor: "almanac", product: "bench", version: "1", url: "https://example.org")
        server = Server(service, in: almanac.sockets)
        let interface = "interface org.example.bench\n\nmethod Publish(count: int) -> ()\n"
        server.add(try InterfaceDescription(parsing: interface)) { [unowned self] in publish($0) }
        var begun: Result<Void, any Error>?
        almanac.start(on: []) { begun = $0 }
        while begun == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try begun?.get()
        // The measuring process connects when everything is ready.
        try server.listen(path: FanoutRole.publisherSocketPath(in: folder), mode: 0o600)
    }

    /// Serves until the publisher disconnects.
    func run() throws {
        _ = try loop.run()
        almanac.stop()
    }

    private func publish(_ call: Call) {
        if publisher == nil { publisher = call.closed.sink { [loop] in loop.stop() } }
        let numbers = number + 1...number + Int64(max(1, call.parameters["count"]?.int ?? 0))
        number = numbers.upperBound
        let changes = numbers.map { FanoutChange.change($0) }
        almanac.notifySubscribers(
            of: Commit(
                source: FanoutChange.source, changes: changes, generation: 1_000, recordCount: 1, end: number,
                hasChanged: true))
        call.reply()
    }
}
