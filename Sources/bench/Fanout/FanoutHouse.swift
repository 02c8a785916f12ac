import Daemon
import Reactive
import Records
import Storing
import Systemd
import Varlink

/// The almanac as a server of the fan-out benchmark: its own socket, protocol, selectors and subscribers; a second socket
/// has it tell what no upstream said.
final class FanoutHouse {
    private let house: BenchHouse
    private let server: Server
    private var number = FanoutChange.first - 1
    private var publisher: AnyCancellable?

    /// - Parameter folder: Where all of it lies.
    /// - Throws: What the system says when the almanac cannot begin.
    init(in folder: String) throws {
        house = try BenchHouse(in: folder, on: EventLoop())
        let service = Service(vendor: "almanac", product: "bench", version: "1", url: "https://example.org")
        server = Server(service, in: house.almanac.sockets)
        server.add(try InterfaceDescription(parsing: Self.description)) { [unowned self] in publish($0) }
        try house.begin()
        // Who measures comes when all is there.
        try server.listen(path: FanoutRole.publisherDoor(in: folder), mode: 0o600)
    }

    /// Serves until the publisher has gone.
    func run() throws {
        try house.serve()
        house.end()
    }

    private func publish(_ call: Call) {
        if publisher == nil { publisher = call.closed.sink { [house] in house.loop.stop() } }
        let count = call.parameters["count"]?.int ?? 0
        let numbers = number + 1...number + Int64(max(1, count))
        number = numbers.upperBound
        house.almanac.tell(
            Commit(
                source: FanoutChange.source, changes: numbers.map(FanoutChange.change), generation: 1_000,
                recordCount: 1, end: number, hasChanged: true))
        call.reply()
    }

    private static let description = """
        interface org.example.bench

        method Publish(count: int) -> ()

        """
}
