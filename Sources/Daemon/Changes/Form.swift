import Records
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

    /// The whole message of a change.
    func frame(_ change: Change, _ cursor: Cursor) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        guard case .reply(let framing) = self else {
            Event.write(change, cursor, to: &writer)
            return writer.take() + [0x0A]
        }
        writer.beginObject()
        writer.name(plain: "parameters")
        Event.write(change, cursor, to: &writer)
        writer.name(plain: "continues")
        writer.bool(true)
        writer.endObject()
        var frame = writer.take()
        frame.append(framing.rawValue)
        return frame
    }
}
