import MQTT
import Records
import Systemd

/// The messages that were sent to the broker and not acknowledged.
final class Outbox {
    /// The number of messages from which on no further changes are read.
    private static let mostMessages = 1000
    /// The bytes of messages from which on no further changes are read.
    private static let mostBytes = 4 << 20

    private let connection: MQTTConnection
    private let store: RetainedStore
    private let memory: BrokerMemory
    private var waiting: [MQTTRequest: (topic: Topic?, size: Int)] = [:]
    private var bytes = 0
    /// Called with the reason why nothing more can be published.
    var failed: (any Error) -> Void = { _ in }

    /// Makes an empty outbox.
    init(_ connection: MQTTConnection, store: RetainedStore, memory: BrokerMemory) {
        self.connection = connection
        self.store = store
        self.memory = memory
    }

    /// Whether the broker has acknowledged all messages.
    var isEmpty: Bool { waiting.isEmpty }

    /// Whether further changes should be read.
    var hasRoom: Bool { waiting.count < Outbox.mostMessages && bytes < Outbox.mostBytes }

    /// Publishes a retained message unless the broker has the same one.
    ///
    /// - Parameters:
    ///   - topic: The topic of the message.
    ///   - payload: The content; empty removes the message.
    ///   - cursor: The cursor of the change that it follows from; `nil` for none.
    func publish(_ topic: Topic, _ payload: [UInt8], cursor: String? = nil) {
        let hash = RecordHash(content: payload.span.bytes).low
        let content: RetainedTopics.Content = payload.isEmpty ? .removed : .hash(hash)
        let known = store.topics[topic]
        if known == content || known == nil && payload.isEmpty { return store.mark(topic) }
        do {
            if let most = memory.mostBytes, payload.count > most { return try remove(topic) }
            try store.send(topic, content)
            let properties = cursor.map { [MQTTMessage.Property("cursor", $0)] } ?? []
            try send(topic, payload, properties, isMirrored: true)
        } catch let error as MQTTError {
            refuse(topic, error, size: payload.count)
        } catch {
            failed(error)
        }
    }

    /// Records why the connection has ended. If a message was too large, it was probably the largest one.
    func recordEnd(_ error: MQTTError) {
        guard error.concernsSize, let size = waiting.values.map(\.size).max(), size > 0 else { return }
        log(.warning, "the broker ended the connection because of a message, perhaps that of \(size) bytes")
        memory.refuse(bytes: size)
    }

    /// Publishes a retained message of the bridge itself.
    func announce(_ topic: Topic, _ text: String) {
        do {
            try send(topic, Array(text.utf8), [], isMirrored: false)
        } catch {
            refuse(nil, error, size: 0)
        }
    }

    /// Records that the broker has a message, or refused it.
    func acknowledge(_ request: MQTTRequest, refusal: MQTTError?) {
        guard let (topic, size) = waiting.removeValue(forKey: request) else { return }
        bytes -= size
        if let refusal { refuse(topic, refusal, size: size) }
    }

    private func send(
        _ topic: Topic, _ payload: [UInt8], _ properties: [MQTTMessage.Property], isMirrored: Bool
    ) throws(MQTTError) {
        let message = MQTTMessage(topic.description, payload, isRetained: true, properties: properties)
        let request = try connection.publish(message)
        waiting[request] = (isMirrored ? topic : nil, payload.count)
        bytes += payload.count
    }

    /// Records that the broker does not have a message; the other ones are not affected.
    private func refuse(_ topic: Topic?, _ error: MQTTError, size: Int) {
        guard let topic, store.topics[topic] != nil else {
            return log(.warning, "the broker does not have a message: \(error)")
        }
        do {
            if error.concernsSize, size > 0 { return try remove(topic) }
            log(.warning, "the broker does not have \(topic): \(error)")
            try store.send(topic, .unknown)
        } catch {
            failed(error)
        }
    }

    /// Removes a message whose new content is too large for the broker: the old one would seem to be current.
    private func remove(_ topic: Topic) throws {
        let reason = "the broker refuses its content for its size, and the old one is removed"
        log(.warning, "\(topic) is missing: \(reason)")
        try store.send(topic, .refused)
        try send(topic, [], [], isMirrored: true)
    }
}
