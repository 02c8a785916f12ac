import Definitions
import Records
import Varlink

/// A subscriber whose unread changes are conflated: it receives the messages of a commit directly.
protocol ConflatingSubscriber: AnyObject {
    /// Sends the messages of all changes up to a number.
    func receive(_ bytes: [UInt8], upTo end: Int64)
}

/// A subscriber group: the subscribers with the same selector and wire format, for which each event is
/// encoded once.
final class SubscriberGroup {
    /// The encoder for the group's wire format.
    let encoder: EventEncoder
    /// The messages of the newest changes, and the position of each subscriber in them.
    let frames: SharedFrames
    private let selector: Selector
    /// The messages of the current commit for subscribers that receive conflated changes.
    private var commitBytes: [UInt8] = []
    private let wants: (String) -> Bool
    private var known: [String: Bool] = [:]
    /// The conflating subscribers that receive the next messages directly; each must drain its socket before
    /// it receives more.
    private var waiting: [ObjectIdentifier: any ConflatingSubscriber] = [:]

    /// Creates a group without subscribers.
    ///
    /// - Parameters:
    ///   - selector: The selector of the group.
    ///   - encoder: The encoder for its wire format.
    ///   - end: The number of the last change that was sent.
    ///   - wants: Whether the selector matches a source, by name.
    init(_ selector: Selector, encoder: EventEncoder, after end: Int64, wants: @escaping (String) -> Bool) {
        self.selector = selector
        self.encoder = encoder
        self.wants = wants
        frames = SharedFrames(of: encoder.log, after: end)
    }

    /// Whether the group has no subscribers.
    var isEmpty: Bool { frames.count == 0 && waiting.isEmpty }

    /// Sends a change of a matching source, if the selector matches the change; call `finishCommit` after the
    /// last change of the commit.
    func send(_ change: Change) {
        guard selector.matches(change) else { return }
        let message = encoder.encode(change)
        frames.append(message.frame, mark: change.number)
        if !waiting.isEmpty { commitBytes += message.bytes }
    }

    /// Completes a commit: sends its messages to the conflating subscribers.
    func finishCommit(upTo end: Int64) {
        let bytes = commitBytes
        commitBytes = []
        deliver(bytes, upTo: end)
    }

    /// Sends a message about a matching source.
    func send(_ message: EventEncoder.Message, mark: Int64) {
        frames.append(message.frame, mark: mark)
        deliver(message.bytes, upTo: mark)
    }

    /// Clears the cached matches after definitions changed.
    func forget() { known = [:] }

    /// Adds a conflating subscriber that receives the next messages, once.
    func admit(_ subscriber: any ConflatingSubscriber) { waiting[ObjectIdentifier(subscriber)] = subscriber }

    /// Removes a conflating subscriber.
    func dismiss(_ subscriber: any ConflatingSubscriber) { waiting[ObjectIdentifier(subscriber)] = nil }

    /// Whether a conflating subscriber is waiting for the next messages.
    func awaits(_ subscriber: any ConflatingSubscriber) -> Bool {
        waiting[ObjectIdentifier(subscriber)] != nil
    }

    private func deliver(_ bytes: [UInt8], upTo end: Int64) {
        guard !bytes.isEmpty else { return }
        let all = waiting.values
        waiting = [:]
        for subscriber in all { subscriber.receive(bytes, upTo: end) }
    }

    /// Whether the selector matches a source.
    func wantsSource(_ name: String) -> Bool {
        if let answer = known[name] { return answer }
        let answer = wants(name)
        known[name] = answer
        return answer
    }
}
