import Records
package import Varlink

/// The wire format in which events are sent to a subscriber.
package nonisolated enum WireFormat: Hashable, Sendable {
    /// Each event is a reply of a streaming call.
    case reply(Framing)
    /// Each event is a line of its own.
    case line

    /// Returns the complete message of an event.
    func frame(_ event: [UInt8]) -> [UInt8] {
        switch self {
        case .reply(let framing): ReplyMessage.bytes(parameters: event, continues: true, framing: framing)
        case .line: event + [.newline]
        }
    }

    /// Returns the complete message of a change.
    func frame(_ change: Change, cursor: Cursor) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        write(change, cursor: cursor, to: &writer)
        return writer.finish()
    }

    /// Writes the complete message of a change.
    func write(_ change: Change, cursor: Cursor, to writer: inout JSONWriter) {
        open(in: &writer)
        SubscriptionEvent.write(change, cursor: cursor, to: &writer)
        close(in: &writer)
    }

    /// Writes what precedes an event in its message.
    func open(in writer: inout JSONWriter) {
        guard case .reply = self else { return }
        writer.beginObject()
        writer.name(plain: "parameters")
    }

    /// Writes what follows an event in its message.
    func close(in writer: inout JSONWriter) {
        guard case .reply(let framing) = self else { return writer.delimit(.newline) }
        writer.name(plain: "continues")
        writer.bool(true)
        writer.endObject()
        writer.delimit(framing.rawValue)
    }
}
