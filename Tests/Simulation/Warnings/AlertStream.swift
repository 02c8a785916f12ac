import Records
import SimulatedSystem

/// The stream of a provider like Canada's NAAD: messages one after the other, and each minute a heartbeat that
/// names the last ten.
///
/// Now and then it is cut, loses or halves a message, repeats old ones, sends no heartbeat or nothing at all, or
/// what no provider should send.
///
/// Source: NAAD, Last Mile Distributor guide.
final class AlertStream {
    static let host = "stream.example"
    /// The number of messages that a heartbeat names.
    private static let mostNamed = 10
    /// The size from which bytes without a message are a fault.
    private static let tooLong = 70_000

    private let messages: [Warning.Message]
    private let isArchived: (Warning.Message) -> Bool
    private let check: WarningCheck
    private var chance: Chance
    /// The times in which it sends no heartbeat, and nothing at all.
    private let pauses: ChanceSpans
    private let silences: ChanceSpans
    /// The start of the daemon that made each connection: one that was killed does not close it.
    private var clients: [UInt64: Int] = [:]
    /// The number of messages that the provider has published.
    private var published = 0
    /// The identifiers of messages that a heartbeat has named.
    private var named: Set<String> = []
    /// The number of messages that arrived over the stream, as a whole.
    private(set) var sent = 0

    /// Creates the stream of a provider.
    ///
    /// - Parameters:
    ///   - upstream: The provider.
    ///   - range: The time, in seconds since 1970.
    ///   - check: Receives what the daemon learns.
    ///   - chance: The random numbers.
    init(
        of upstream: IndexUpstream, in range: Range<Int64>, _ check: WarningCheck, _ chance: Chance
    ) {
        messages = upstream.messages
        isArchived = { upstream.isArchived($0) }
        self.check = check
        self.chance = chance
        pauses = ChanceSpans(in: range, pause: 60_000, length: 900, &self.chance)
        silences = ChanceSpans(in: range, pause: 90_000, length: 1800, &self.chance)
        published = messages.prefix { $0.sent <= range.lowerBound }.count
        sendNext()
        beat()
    }

    private var world: World { World.current }
    private var now: Int64 { world.upstreams.time.seconds }

    /// Accepts a connection a little later, unless there is no network.
    func accept(_ request: HTTPRequest) {
        world.after(.milliseconds(5 + chance.below(200))) { [unowned self] in
            guard world.upstreams.hasNetwork else { return }
            clients[request.number] = world.machine.starts
            for address in Addresses.of(request) { simulated_connect(request.number, address) }
        }
    }

    /// Forgets a connection that has ended.
    func forget(_ number: UInt64) { clients[number] = nil }

    /// The connections of the daemon that runs.
    private var connected: [UInt64] {
        guard world.machine.isRunning else { return [] }
        return clients.filter { $0.value == world.machine.starts }.keys.sorted()
    }

    private func deliver(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        for number in connected {
            bytes.withUnsafeBytes { simulated_body(number, $0.baseAddress, $0.count) }
        }
    }

    private func cut() {
        for number in connected {
            world.upstreams.forget(number)
            clients[number] = nil
            simulated_end(number, chance.isTrue(0.5) ? Code.ok : Code.receiveError, 0)
        }
    }

    // Messages.

    private func sendNext() {
        guard published < messages.count else { return }
        let message = messages[published]
        world.after(.seconds(Int(max(0, message.sent - now))) + .milliseconds(chance.below(2000))) {
            [unowned self] in
            published += 1
            if !silences.contains(now) { send(message) }
            sendNext()
        }
    }

    private func send(_ message: Warning.Message) {
        let text = Array(message.document.utf8)
        world.note("the stream sends \(message.identifier)")
        switch chance.below(20) {
        case 0:
            deliver(text.prefix(1 + chance.below(text.count - 1)))
            cut()
        // The next document follows the half of this one.
        case 1: deliver(text.prefix(1 + chance.below(text.count - 1)))
        case 2: cut()
        case 3: break
        case 4:
            deliverWhole(message)
            deliverWhole(message)
        default: deliverWhole(message)
        }
    }

    private func deliverWhole(_ message: Warning.Message) {
        guard !connected.isEmpty else { return }
        deliver(message.document.utf8)
        sent += 1
        check.sent(message)
    }

    // Heartbeats.

    private func beat() {
        world.after(.minutes(1)) { [unowned self] in
            if !silences.contains(now) {
                misbehave()
                if !pauses.contains(now) { sendHeartbeat() }
            }
            beat()
        }
    }

    private func sendHeartbeat() {
        let last = messages[max(0, published - AlertStream.mostNamed)..<published]
        deliver(heartbeat(naming: last.map(\.reference)).utf8)
        guard !connected.isEmpty else { return }
        for message in last where isArchived(message) && !named.contains(message.identifier) {
            named.insert(message.identifier)
            check.named(message)
        }
    }

    private func heartbeat(naming references: [String]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
        <identifier>beat\(now)</identifier><sender>NAADS-Heartbeat</sender><sent>\(UTC(seconds: now))</sent>
        <status>System</status><msgType>Alert</msgType><scope>Public</scope>
        <references>\(references.joined(separator: " "))</references></alert>
        """
    }

    /// Does, some times a day, what disturbs a client or tries to.
    private func misbehave() {
        guard chance.isTrue(0.005), published > 0 else { return }
        let recent = messages[max(0, published - 30)..<published]
        switch chance.below(6) {
        case 0: cut()
        case 1: for _ in 0..<5 { deliverWhole(chance.pick(Array(recent))) }
        case 2: deliver([UInt8](repeating: 120, count: AlertStream.tooLong))
        case 3: deliver(("<alert>" + String(repeating: "<a>", count: 300)).utf8)
        case 4:
            let time = recent.last?.time ?? ""
            let invented = (0..<3).map { "cap-pac@canada.ca,urn:oid:none\(now).\($0),\(time)" }
            deliver(heartbeat(naming: invented).utf8)
        default: for message in recent { deliver(message.forgedEnd.utf8) }
        }
    }
}

extension Warning.Message {
    /// A message of another sender that says that the warning is over.
    fileprivate var forgedEnd: String {
        """
        <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>not-\(identifier)</identifier>
        <sender>someone@else.example</sender><sent>\(time)</sent><status>Actual</status><msgType>Cancel</msgType>
        <scope>Public</scope><references>\(reference)</references></alert>
        """
    }
}
