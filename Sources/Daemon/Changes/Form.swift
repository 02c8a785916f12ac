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
        write(change, cursor, to: &writer)
        return writer.take()
    }

    /// Writes the whole message of a change.
    func write(_ change: Change, _ cursor: Cursor, to writer: inout JSONWriter) {
        guard case .reply(let framing) = self else {
            Event.write(change, cursor, to: &writer)
            return writer.delimit(0x0A)
        }
        writer.beginObject()
        writer.name(plain: "parameters")
        Event.write(change, cursor, to: &writer)
        writer.name(plain: "continues")
        writer.bool(true)
        writer.endObject()
        writer.delimit(framing.rawValue)
    }
}
