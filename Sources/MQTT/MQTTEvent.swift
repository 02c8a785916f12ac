/// An event of a connection to a broker.
public nonisolated enum MQTTEvent: Sendable {
    /// The broker accepted the connection.
    case connected
    /// The broker acknowledged a published message, or refused it for a reason.
    case acknowledged(MQTTRequest, refusal: MQTTError?)
    /// The broker acknowledged a subscription, or refused it for a reason.
    case subscribed(MQTTRequest, refusal: MQTTError?)
    /// A message arrived.
    case received(MQTTMessage)
    /// The connection could not be established or has ended; no event follows.
    case closed(MQTTError)
}

/// The identity of a request to a broker, among those of one connection that are not acknowledged.
public nonisolated struct MQTTRequest: Hashable, Sendable {
    let number: CInt
}
