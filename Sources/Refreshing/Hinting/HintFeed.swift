import Definitions
import Fetching
import Reactive
import Records
import Systemd

/// The messages of a topic, for all sources that name it: they share one connection.
final class HintFeed {
    /// A source that follows the topic.
    struct Listener {
        /// The texts of which a message that matters has one, in its topic or in what `Hint` says; empty if all
        /// messages matter.
        let texts: [String]
        /// Receives each message.
        let receive: (Hint) -> Void
        /// Called after each subscription, and after each failure of the connection.
        let changed: () -> Void
    }

    /// The address and the topic, for people.
    let text: String
    private let scheduler: AnyScheduler
    private var logged = ConnectionLog()
    private var connection: BrokerConnection?
    private var listeners: [Int: Listener] = [:]
    /// The numbers of the listeners, in their order.
    private var order: [Int] = []
    private var latest = 0
    /// The texts of the listeners, and the listeners that want all messages; `nil` if these have changed. A broker
    /// sends hundreds of messages a second, and none may cost a look at each listener.
    private var wishes: (index: TextIndex, everything: Set<Int>)?

    /// Creates a feed, which connects for its first listener.
    ///
    /// - Parameters:
    ///   - setting: The address and the topic.
    ///   - definition: The definition whose rules and secrets apply.
    ///   - upstreams: The requests to upstreams.
    ///   - clocks: The clocks.
    init(_ setting: HintSetting, of definition: Definition, by upstreams: Upstreams, clocks: Clocks) {
        text = setting.text
        scheduler = clocks.scheduler
        connection = BrokerConnection(
            setting, clocks: clocks,
            connect: { [unowned upstreams] receive throws(FetchFailure) in
                try upstreams.stream(setting, of: definition, receive: receive)
            },
            login: { [unowned upstreams] () throws(FetchFailure) in
                try upstreams.requests(for: definition).login(of: setting)
            },
            receive: { [unowned self] in send($0) },
            changed: { [unowned self] in connectionChanged() })
    }

    /// The time since which messages arrive; `nil` while there is no subscription.
    var since: UTC? { connection?.since }

    /// The reason why the connection was lost; `nil` while messages arrive, and before the first failure.
    var failure: FetchFailure? { connection?.failure }

    /// The time since which it is lost; `nil` as above.
    var lost: UTC? { connection?.lost }

    /// Whether no source follows the topic.
    var isUnused: Bool { order.isEmpty }

    /// Adds a source.
    ///
    /// - Returns: The number by which it is removed.
    func add(_ listener: Listener) -> Int {
        latest += 1
        listeners[latest] = listener
        wishes = nil
        order.append(latest)
        if order.count == 1 { connection?.start() }
        return latest
    }

    /// Removes a source; the last one closes the connection.
    func remove(_ number: Int) {
        guard listeners.removeValue(forKey: number) != nil else { return }
        order.removeAll { $0 == number }
        wishes = nil
        if order.isEmpty { connection?.stop() }
    }

    /// Connects again, soon, unless no source follows the topic any more.
    func reconnect() {
        guard !isUnused else { return }
        connection?.reconnect()
    }

    private func connectionChanged() {
        logConnection()
        for number in order { listeners[number]?.changed() }
    }

    /// Logs that the connection was lost or returned.
    private func logConnection() {
        guard logged.insert(failure?.reason, at: scheduler.now) else { return }
        guard let failure else { return log(.notice, "the broker of \(text) sends hints") }
        log(.warning, "the broker of \(text) is lost: \(failure.message); requests are made as usual")
    }

    private var currentWishes: (index: TextIndex, everything: Set<Int>) {
        if let wishes { return wishes }
        let texts = listeners.mapValues(\.texts)
        let made = (TextIndex(texts), Set(texts.filter { $1.isEmpty }.keys))
        wishes = made
        return made
    }

    private func send(_ message: BrokerMessage) {
        let (index, everything) = currentWishes
        var wanting = index.listeners(in: message.topic.utf8.span).union(everything)
        guard mayMatter(message, to: index) || !wanting.isEmpty else { return }
        let hint = Hint(message)
        wanting.formUnion(hint.listeners(in: index))
        for number in order where wanting.contains(number) { listeners[number]?.receive(hint) }
    }

    /// Whether the content may have a text of a listener. Without escapes, the strings in JSON are what they
    /// mean, so that a message without any of the texts need not be parsed.
    private func mayMatter(_ message: BrokerMessage, to index: TextIndex) -> Bool {
        message.payload.contains(UInt8(ascii: "\\")) || !index.listeners(in: message.payload.span).isEmpty
    }
}
