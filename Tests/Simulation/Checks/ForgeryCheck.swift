import Records
import SimulatedSystem

/// Checks that a message of a broker which is not so leaves the records of a source as they are, unless a request
/// brings those that the upstream has now.
struct ForgeryCheck {
    /// The time after which the records are compared.
    private static let delay: Nanoseconds = .seconds(30)
    /// The error of the daemon's clock above which it cannot know what is of the future, in seconds.
    private static let clockError: Int64 = 20

    private let source: SimulatedSource
    private let version: Int
    private let edits: Int
    private let start = World.current.now
    private let process = World.current.machine.starts

    /// Reads the records, and then lets the broker send a message.
    static func begin(about source: SimulatedSource, then send: @escaping () -> Void) {
        let check = ForgeryCheck(source: source, version: source.version, edits: source.edits)
        check.read { before in
            send()
            World.current.after(ForgeryCheck.delay) {
                check.read { after in
                    if before != after, check.isComparable { World.current.check(after, of: source) }
                }
            }
        }
    }

    private init(source: SimulatedSource, version: Int, edits: Int) {
        self.source = source
        self.version = version
        self.edits = edits
    }

    private func read(_ then: @escaping ([String: JSON]) -> Void) {
        let selector: JSON = ["sources": [.string(source.name)]]
        World.current.clients.call("GetSnapshot", ["selector": selector, "limit": 1000]) { [source] reply in
            guard let reply, let snapshot = Snapshot(reply) else { return }
            then(snapshot.data[source.name] ?? [:])
        }
    }

    /// Whether nothing else has happened that changes the records.
    private var isComparable: Bool {
        let world = World.current
        let isSame = source.version == version && source.edits == edits && world.machine.starts == process
        let isWell = source.mood == .well && source.honestSince < start && source.isEnabled
        let wasDelivered = source.delivered.map { $0 > start - .minutes(10) } ?? false
        let isRight = abs(world.wall.seconds - world.upstreams.time.seconds) < ForgeryCheck.clockError
        return isSame && isWell && isRight && !wasDelivered && world.disk.error == 0
    }
}
