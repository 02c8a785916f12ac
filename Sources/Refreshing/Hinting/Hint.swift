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

    /// Returns the listeners whose texts occur in the identifier of the data, or in the content of a message that
    /// is no notification.
    func listeners(in index: TextIndex) -> Set<Int> {
        guard let notification else { return index.listeners(in: payload.span) }
        return index.listeners(in: notification.dataIdentifier.utf8.span)
    }
}
