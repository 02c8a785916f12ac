import Definitions
import Fetching
import Reactive
import Records
import Systemd

/// A subscription to a topic of a broker that is made again whenever it is lost.
///
/// The broker keeps nothing of it: what it sent meanwhile is missed, which costs only a delay.
///
/// Source: MQTT Version 3.1.1.
final class BrokerConnection {
    /// Connects to the broker.
    typealias Connect = (@escaping (StreamEvent) -> Void) throws(FetchFailure) -> StreamConnection

    /// The maximum size of a packet, in bytes.
    private static let mostBytes = 1 << 20
    /// The time limit from the connection to the subscription.
    private static let handshake = Duration.seconds(30)
    /// The time between two pings; a broker that does not answer one until the next is lost.
    private static let pause = Duration.seconds(60)

    private let setting: HintSetting
    private let clocks: Clocks
    private let connect: Connect
    private let login: () throws(FetchFailure) -> BrokerRequest.Login?
    private let receive: (BrokerMessage) -> Void
    private let changed: () -> Void

    /// The time since which messages arrive; `nil` while there is no subscription.
    private(set) var since: UTC?
    /// The reason why it was lost; `nil` while messages arrive, and before the first failure.
    private(set) var failure: FetchFailure?
    /// The time of the loss, or of the first failure if there never was a subscription; `nil` as above.
    private(set) var lost: UTC?
    private var stream: StreamConnection?
    private var packets = BrokerPackets(maximumBytes: BrokerConnection.mostBytes)
    /// Whether bytes have arrived since the last ping.
    private var hasHeard = false
    /// The next connection, the time limit of the subscription, or the time of the next ping.
    private let attempts: Reconnection

    /// Creates a connection that does nothing before `start`.
    ///
    /// - Parameters:
    ///   - setting: The address and the topic.
    ///   - clocks: The clocks.
    ///   - connect: Connects to the broker.
    ///   - login: Returns the user; `nil` for none.
    ///   - receive: Receives the messages, in order.
    ///   - changed: Called after each subscription, and after each failure.
    init(
        _ setting: HintSetting, clocks: Clocks, connect: @escaping Connect,
        login: @escaping () throws(FetchFailure) -> BrokerRequest.Login?,
        receive: @escaping (BrokerMessage) -> Void, changed: @escaping () -> Void
    ) {
        self.setting = setting
        self.clocks = clocks
        self.connect = connect
        self.login = login
        self.receive = receive
        self.changed = changed
        attempts = Reconnection(clocks: clocks)
    }

    /// Connects.
    func start() {
        packets = BrokerPackets(maximumBytes: BrokerConnection.mostBytes)
        attempts.recordStart()
        do throws(FetchFailure) {
            let login = try login()
            stream = try connect { [weak self] in self?.handle($0, login) }
            let seconds = BrokerConnection.handshake.components.seconds
            attempts.run(after: BrokerConnection.handshake) { [unowned self] in
                lose(failure(.timeout, "no subscription within \(seconds) s"))
            }
        } catch {
            lose(error)
        }
    }

    /// Closes the connection.
    func stop() {
        attempts.cancel()
        if since != nil { stream?.send(BrokerRequest.disconnect) }
        stream?.cancel()
        stream = nil
        since = nil
    }

    /// Connects again, soon: another network does not know the connection.
    func reconnect() {
        close(failure(.connect, "the network has changed, or the machine was suspended"))
        attempts.retrySoon { [unowned self] in start() }
        changed()
    }

    private func handle(_ event: StreamEvent, _ login: BrokerRequest.Login?) {
        switch event {
        case .opened:
            let patience = Int(BrokerConnection.pause.components.seconds) * 2
            stream?.send(BrokerRequest.connect(client: clientName, login: login, patience: patience))
        case .bytes(let bytes): split(bytes)
        case .closed(let failure): lose(failure)
        }
    }

    /// A name that no other client of the broker has.
    private var clientName: String {
        "almanac\(String(clocks.random.next(), radix: 36))"
    }

    private func split(_ bytes: [UInt8]) {
        hasHeard = true
        var complete: [BrokerPacket] = []
        var fault: BrokerFault?
        do throws(BrokerFault) {
            try packets.add(bytes, to: &complete)
        } catch {
            fault = error
        }
        // One write for all acknowledgements of what was read together.
        var answers: [UInt8] = []
        for packet in complete where stream != nil { handle(packet, &answers) }
        if !answers.isEmpty { stream?.send(answers) }
        if let fault { lose(failure(.shape, "\(fault)")) }
    }

    private func handle(_ packet: BrokerPacket, _ answers: inout [UInt8]) {
        switch packet {
        case .connected(0): answers += BrokerRequest.subscribe(setting.topic, number: 1)
        case .connected(let code): lose(refusal(code))
        case .subscribed(_, let codes) where codes.contains(where: { $0 > 2 }):
            lose(failure(.denied, "the broker refuses the topic \(setting.topic)"))
        case .subscribed: recordSubscription()
        case .message(let message):
            if let number = message.number { answers += BrokerRequest.acknowledge(number) }
            if since != nil { receive(message) }
        case .alive: break
        }
    }

    private func recordSubscription() {
        guard since == nil else { return }
        since = clocks.wall()
        failure = nil
        lost = nil
        ping()
        changed()
    }

    private func ping() {
        hasHeard = false
        stream?.send(BrokerRequest.ping)
        attempts.run(after: BrokerConnection.pause) { [unowned self] in
            hasHeard ? ping() : lose(failure(.timeout, "the broker does not answer"))
        }
    }

    private func lose(_ failure: FetchFailure) {
        if since != nil { attempts.recordSuccess() }
        close(failure)
        attempts.retry(after: failure) { [unowned self] in start() }
        changed()
    }

    private func close(_ failure: FetchFailure) {
        stop()
        lost = lost ?? clocks.wall()
        self.failure = failure
    }

    /// Source: MQTT Version 3.1.1, 3.2.2.3.
    private func refusal(_ code: UInt8) -> FetchFailure {
        switch code {
        case 3: failure(.connect, "the broker is unavailable")
        case 4, 5: failure(.denied, "the broker refuses the user or the password")
        default: failure(.connect, "the broker refuses the connection (\(code))")
        }
    }

    private func failure(_ reason: FailureReason, _ text: String) -> FetchFailure {
        FetchFailure(reason, "\(setting.hostAndPort): \(text)")
    }
}
