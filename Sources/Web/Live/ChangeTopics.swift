import AlmanacClient
import AlmanacValues
import HTTPServing
import Reactive
import Systemd

/// All topics that clients follow: one subscription for each distinct selector.
final class ChangeTopics {
    /// The selector and the form of the events.
    struct Name: Hashable {
        let selector: Selector
        let encoding: EventEncoding

        /// Makes the name that selectors share which differ only in the order or repetition of elements.
        init(selector: Selector, encoding: EventEncoding) {
            self.selector = selector.normalized
            self.encoding = encoding
        }
    }

    /// The maximum number of topics besides that of all pages: each keeps up to half a mebibyte of events and
    /// is a subscriber of the daemon.
    static let most = 100
    /// The maximum number of feeds that catch up, each of which costs as much.
    static let mostCatchingUp = 32

    private let connection: DaemonConnection
    private var topics: [Name: ChangeTopic] = [:]
    private let slots = FairSlots(ChangeTopics.most)
    private let catchUpSlots = FairSlots(ChangeTopics.mostCatchingUp)
    /// Called with each event of each topic, before its streams are woken.
    var received: (Event) -> Void = { _ in }

    /// Makes topics whose events come from a daemon.
    init(_ connection: DaemonConnection) { self.connection = connection }

    /// Returns a topic; `nil` if nobody follows it.
    subscript(_ name: Name) -> ChangeTopic? { topics[name] }

    /// Returns a topic, which begins after a cursor, or now, unless it exists; `nil` if the client is refused
    /// because it follows as many as it may.
    func topic(_ name: Name, since cursor: String?, for client: HTTPRequest.Client) -> ChangeTopic? {
        if let topic = topics[name] { return topic }
        let slot = slots.acquire(for: client) { [weak self] in
            self?.topics.removeValue(forKey: name)?.cutOff()
        }
        guard let slot else { return nil }
        return make(name, since: cursor) { [slots] in slots.release(slot) }
    }

    /// Returns the topic of all pages, which begins now and needs no slot.
    func topic(_ name: Name) -> ChangeTopic { topics[name] ?? make(name, since: nil) {} }

    private func make(_ name: Name, since cursor: String?, ended: @escaping () -> Void) -> ChangeTopic {
        var options = ReplicaOptions(SubscriptionOptions(name.selector))
        options.waitsForSources = false
        // Streams of programs have events only.
        if name.encoding == .whole { options.sources = nil }
        let topic = ChangeTopic(since: cursor, slots: catchUpSlots) { [weak self, connection, options] in
            let feed = ChangeFeed(name.encoding, of: connection, options)
            feed.received = { event, _ in self?.received(event) }
            return feed
        }
        let forget = { [weak self, weak topic] in
            ended()
            // A topic of the same name may have followed one that was cut off.
            if let self, topics[name] === topic { topics[name] = nil }
        }
        topic.unused = forget
        // The daemon may accept another attempt, for example once it has fewer subscribers.
        topic.feed.refused = forget
        topics[name] = topic
        return topic
    }
}
