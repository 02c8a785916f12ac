import Records
import Systemd
import Varlink

/// Tells in one form: each event is written once, into the log that all are sent it from who want it in this form.
final class Telling {
    /// What an event became.
    struct Message {
        /// The whole message.
        let bytes: [UInt8]
        /// Where it lies.
        let frame: FrameLog.Frame
    }

    /// How far a reader may be behind before it is served from the store.
    private static let capacity = 1 << 20

    /// Where the messages lie.
    let log: FrameLog
    private let form: Form
    private let epoch: String
    /// Room that serves the next change again.
    private var writer = JSONWriter(capacity: 512)
    /// The change that was told last.
    private var last: (number: Int64, frame: FrameLog.Frame)?

    /// - Parameters:
    ///   - form: How it is told.
    ///   - epoch: Which log the changes are of.
    ///   - sockets: The set of all readers.
    /// - Throws: When there is no memory for it.
    init(as form: Form, epoch: String, in sockets: SocketSet) throws(SystemError) {
        (self.form, self.epoch) = (form, epoch)
        log = try FrameLog(in: sockets, capacity: Self.capacity)
    }

    /// Tells a change; when it is the last one, no other time.
    func tell(_ change: Change) -> Message {
        if let last, last.number == change.number { return Message(bytes: writer.bytes, frame: last.frame) }
        writer.removeAll()
        form.write(change, Cursor(epoch: epoch, number: change.number), to: &writer)
        let frame = log.append(writer.bytes)
        last = (change.number, frame)
        return Message(bytes: writer.bytes, frame: frame)
    }

    /// Tells an event that is no change.
    func tell(_ event: [UInt8]) -> Message {
        let bytes = form.frame(event)
        return Message(bytes: bytes, frame: log.append(bytes))
    }
}
