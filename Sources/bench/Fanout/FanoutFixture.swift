import Daemon
import Reactive
import Records
import Storing
import Systemd
import Varlink

/// The almanac as a server of the fan-out benchmark, with its own socket, protocol, selectors and
/// subscribers; a second socket publishes changes without an upstream.
final class FanoutFixture {
    private let fixture: BenchFixture
    private let server: Server
    private var number = FanoutChange.first - 1
    private var publisher: AnyCancellable?

    /// - Parameter folder: The directory of the server.
    /// - Throws: The system error if the almanac cannot start.
    init(in folder: String) throws {
        fixture = try BenchFixture(in: folder, on: EventLoop())
        let service = Service(vendor: "almanac", product: "bench", version: "1", url: "https://example.org")
        server = Server(service, in: fixture.almanac.sockets)
        server.add(try InterfaceDescription(parsing: Self.description)) { [unowned self] in publish($0) }
        try fixture.begin()
        // The measuring process connects when everything is ready.
        try server.listen(path: FanoutRole.publisherSocketPath(in: folder), mode: 0o600)
    }

    /// Serves until the publisher disconnects.
    func run() throws {
        try fixture.serve()
        fixture.end()
    }

    private func publish(_ call: Call) {
        if publisher == nil { publisher = call.closed.sink { [fixture] in fixture.loop.stop() } }
        let count = call.parameters["count"]?.int ?? 0
        let numbers = number + 1...number + Int64(max(1, count))
        number = numbers.upperBound
        var changes: [Change] = []
        changes.reserveCapacity(numbers.count)
        for number in numbers { changes.append(FanoutChange.change(number)) }
        fixture.almanac.notifySubscribers(
            of: Commit(
                source: FanoutChange.source, changes: changes, generation: 1_000,
                recordCount: 1, end: number, hasChanged: true))
        call.reply()
    }

    private static let description = """
        interface org.example.bench

        method Publish(count: int) -> ()

        """
}
