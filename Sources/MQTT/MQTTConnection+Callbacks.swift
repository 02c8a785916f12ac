import CMosquitto
import Systemd

/// The events that the library reports while one of its functions runs.
extension MQTTConnection {
    func accept(_ reason: CInt) {
        guard reason == 0 else { return close(.refused(reason: reason)) }
        planPing()
        handle(.connected)
    }

    func handleDisconnect(_ result: CInt) {
        // Reason codes from 128 on are the broker's, those below are results of the library.
        close(
            result == 0
                ? .disconnected
                : result >= 128 ? .refused(reason: result) : MQTTError("the connection", result))
    }

    func acknowledge(_ number: CInt, reason: CInt) {
        guard !isClosed else { return }
        handle(.acknowledged(MQTTRequest(number: number), refusal: refusal(reason)))
    }

    func confirm(_ number: CInt, reason: CInt) {
        guard !isClosed else { return }
        handle(.subscribed(MQTTRequest(number: number), refusal: refusal(reason)))
    }

    func receive(_ message: MQTTMessage) {
        guard !isClosed else { return }
        // The library has acknowledged the message.
        recordSent()
        handle(.received(message))
    }

    private func refusal(_ reason: CInt) -> MQTTError? { reason >= 128 ? .refused(reason: reason) : nil }

    func setCallbacks() {
        let client = client.pointer
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_connect_v5_callback_set(client, connected)
        mosquitto_disconnect_v5_callback_set(client, disconnected)
        mosquitto_publish_v5_callback_set(client, published)
        mosquitto_subscribe_v5_callback_set(client, subscribed)
        mosquitto_message_v5_callback_set(client, arrived)
    }
}

private nonisolated func connected(
    _ client: OpaquePointer?, _ me: UnsafeMutableRawPointer?, _ reason: CInt, _ flags: CInt,
    _ properties: OpaquePointer?
) {
    callOwner(of: me) { (connection: MQTTConnection) in connection.accept(reason) }
}

private nonisolated func disconnected(
    _ client: OpaquePointer?, _ me: UnsafeMutableRawPointer?, _ result: CInt, _ properties: OpaquePointer?
) {
    callOwner(of: me) { (connection: MQTTConnection) in connection.handleDisconnect(result) }
}

private nonisolated func published(
    _ client: OpaquePointer?, _ me: UnsafeMutableRawPointer?, _ number: CInt, _ reason: CInt,
    _ properties: OpaquePointer?
) {
    callOwner(of: me) { (connection: MQTTConnection) in connection.acknowledge(number, reason: reason) }
}

private nonisolated func subscribed(
    _ client: OpaquePointer?, _ me: UnsafeMutableRawPointer?, _ number: CInt, _ count: CInt,
    _ reasons: UnsafePointer<CInt>?, _ properties: OpaquePointer?
) {
    let reason = count > 0 ? reasons?.pointee ?? 0 : 0
    callOwner(of: me) { (connection: MQTTConnection) in connection.confirm(number, reason: reason) }
}

private nonisolated func arrived(
    _ client: OpaquePointer?, _ me: UnsafeMutableRawPointer?, _ message: UnsafePointer<mosquitto_message>?,
    _ properties: OpaquePointer?
) {
    guard let message = message?.pointee, let topic = message.topic else { return }
    // An empty message may have no buffer.
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    let received = MQTTMessage(String(cString: topic), Array(payload), isRetained: message.retain)
    callOwner(of: me) { (connection: MQTTConnection) in connection.receive(received) }
}
