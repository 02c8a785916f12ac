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
    }

    /// The maximum number of topics besides that of all pages: each may keep a mebibyte of events and is a
    /// subscriber of the daemon.
    static let most = 100

    private let connection: DaemonConnection
    private var topics: [Name: ChangeTopic] = [:]
    /// Called with each event of each topic, before its streams are woken.
    var received: (Event) -> Void = { _ in }

    /// Makes topics whose events come from a daemon.
    init(_ connection: DaemonConnection) { self.connection = connection }

    /// Whether no other topic can begin.
    var isFull: Bool { topics.count > ChangeTopics.most }

    /// Returns a topic; `nil` if nobody follows it.
    subscript(_ name: Name) -> ChangeTopic? { topics[name] }

    /// Returns a topic, which begins after a cursor, or now, unless it exists.
    func topic(_ name: Name, since cursor: String?) -> ChangeTopic {
        if let topic = topics[name] { return topic }
        let topic = ChangeTopic(since: cursor) { [weak self, connection] in
            let feed = ChangeFeed(name.encoding, next: { connection.loop.next($0) }) { since in
                connection.changes(SubscriptionOptions(name.selector, since: since))
            }
            feed.received = { self?.received($0) }
            return feed
        }
        topic.unused = { [weak self] in self?.topics[name] = nil }
        // The daemon may accept another attempt, for example once it has fewer subscribers.
        topic.feed.refused = { [weak self] in self?.topics[name] = nil }
        topics[name] = topic
        return topic
    }
}
