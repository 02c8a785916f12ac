import Fetching
import Records

/// A message of a broker, as the sources that follow its topic read it.
nonisolated struct Hint {
    /// The topic.
    let topic: String
    /// The content.
    let payload: ArraySlice<UInt8>
    /// The content as a notification of data; `nil` if it is something else.
    let notification: DataNotification?
    /// Whether the broker had kept the message for new subscribers.
    let isRetained: Bool
    /// The identity that equal messages share.
    let key: RecordHash

    /// Reads a message.
    init(_ message: BrokerMessage) {
        topic = message.topic
        payload = message.payload
        isRetained = message.isRetained
        notification = DataNotification(message.payload)
        let identity = notification.map { Array($0.key.utf8) }
        key = RecordHash(identity ?? Array(message.topic.utf8) + [0] + message.payload)
    }

    /// Whether the message matters to a source: its topic or the identifier of its data, or the content of a
    /// message that is no notification, contains one of these texts. Without any, all do.
    func contains(oneOf texts: [String]) -> Bool {
        texts.isEmpty
            || texts.contains { text in
                if topic.contains(text: text) { return true }
                guard let notification else { return payload.contains(text: text) }
                return notification.dataIdentifier.contains(text: text)
            }
    }
}
