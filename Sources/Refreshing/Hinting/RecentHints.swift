import Records

/// The messages that a source has received lately, to recognise those that several brokers send.
nonisolated struct RecentHints {
    /// The number of messages that are remembered.
    private static let most = 512

    private var origins: [RecordHash: Int] = [:]
    private var order: [RecordHash] = []
    private var oldest = 0

    /// Adds a message.
    ///
    /// A notification, and a message that the broker has kept, is new only once. Another one without an
    /// identity of its own may repeat: it is known if it came from another broker.
    ///
    /// - Parameters:
    ///   - hint: The message.
    ///   - broker: The number of the broker that has sent it.
    /// - Returns: Whether it is new.
    mutating func insert(_ hint: Hint, from broker: Int) -> Bool {
        if let origin = origins[hint.key] {
            return hint.notification == nil && !hint.isRetained && origin == broker
        }
        if order.count < RecentHints.most {
            order.append(hint.key)
        } else {
            origins[order[oldest]] = nil
            order[oldest] = hint.key
            oldest = (oldest + 1) % RecentHints.most
        }
        origins[hint.key] = broker
        return true
    }
}
