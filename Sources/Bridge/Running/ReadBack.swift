import MQTT
import Records
import Systemd

/// The comparison of the retained messages that the broker keeps with those that were published: other
/// programs may have replaced or removed some, and earlier runs may have left some.
final class ReadBack {
    /// The number of messages of unknown topics that are removed at once; a broker may have any number.
    private static let mostUnknown = 65_536

    private let tree: TopicTree
    private let device: Device?
    private let store: RetainedStore
    private var unknown = 0

    /// Makes a comparison, which begins when the broker starts to send its messages.
    init(tree: TopicTree, device: Device?, store: RetainedStore) {
        self.tree = tree
        self.device = device
        self.store = store
        store.startRound()
    }

    /// The filters of the messages that the broker may have.
    var filters: [String] { [tree.filter] + (device.map { [$0.filter] } ?? []) }

    /// Compares a retained message.
    ///
    /// - Throws: `SystemError` if the file of topics cannot be written.
    func compare(_ message: MQTTMessage) throws(SystemError) {
        let topic = Topic(message.topic)
        switch store.topics[topic] {
        case .hash(RecordHash(content: message.payload.span.bytes).low): store.mark(topic)
        case .refused: try store.send(topic, .unknown)
        case .some: break
        case nil where isOwn(message): try find(topic)
        case nil: break
        }
    }

    /// Ends the comparison.
    ///
    /// - Returns: The number of messages that must be published again or removed.
    func finish() -> Int { store.forgetUnmarked(except: [tree.bridge, tree.checkpoint]) + unknown }

    private func isOwn(_ message: MQTTMessage) -> Bool {
        tree.contains(message.topic, message.payload)
            || device?.isAnnouncement(message.topic, message.payload) ?? false
    }

    private func find(_ topic: Topic) throws(SystemError) {
        guard unknown < ReadBack.mostUnknown else { return }
        unknown += 1
        if unknown == ReadBack.mostUnknown {
            log(.warning, "the broker has \(unknown) messages of no record or more, others remain for now")
        }
        try store.find(topic)
    }
}
