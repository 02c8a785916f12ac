import Varlink

/// How an event is sent to its reader.
nonisolated enum Form: Hashable, Sendable {
    /// As one reply of a streaming call.
    case reply(Framing)
    /// As a line by itself.
    case line

    /// The whole message of an event.
    func frame(_ event: [UInt8]) -> [UInt8] {
        switch self {
        case .reply(let framing): ReplyMessage.bytes(parameters: event, continues: true, framing: framing)
        case .line: event + [0x0A]
        }
    }
}
