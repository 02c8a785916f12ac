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
    private var waiting: [MQTTRequest: (topic: Topic?, size: Int)] = [:]
    private var bytes = 0
    /// Called with the reason why nothing more can be published.
    var failed: (any Error) -> Void = { _ in }

    /// Makes an empty outbox.
    init(_ connection: MQTTConnection, store: RetainedStore) {
        self.connection = connection
        self.store = store
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
            try store.send(topic, content)
            let properties = cursor.map { [MQTTMessage.Property("cursor", $0)] } ?? []
            try send(topic, payload, properties, isMirrored: true)
        } catch let error as MQTTError {
            refuse(topic, error)
        } catch {
            failed(error)
        }
    }

    /// Publishes a retained message of the bridge itself.
    func announce(_ topic: Topic, _ text: String) {
        do {
            try send(topic, Array(text.utf8), [], isMirrored: false)
        } catch {
            refuse(topic, error)
        }
    }

    /// Notes that the broker has a message, or refused it.
    func acknowledge(_ request: MQTTRequest, refusal: MQTTError?) {
        guard let (topic, size) = waiting.removeValue(forKey: request) else { return }
        bytes -= size
        if let refusal { refuse(topic, refusal) }
    }

    private func send(
        _ topic: Topic, _ payload: [UInt8], _ properties: [MQTTMessage.Property], isMirrored: Bool
    ) throws(MQTTError) {
        let message = MQTTMessage(topic.description, payload, isRetained: true, properties: properties)
        let request = try connection.publish(message)
        waiting[request] = (isMirrored ? topic : nil, payload.count)
        bytes += payload.count
    }

    /// The other messages are not affected.
    private func refuse(_ topic: Topic?, _ error: MQTTError) {
        log(.warning, "the broker does not have \(topic?.description ?? "a message"): \(error)")
        guard let topic, store.topics[topic] != nil else { return }
        do {
            try store.send(topic, .unknown)
        } catch {
            failed(error)
        }
    }
}
