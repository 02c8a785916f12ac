import Records
import Storing
import Systemd
import Varlink

/// An event encoder for one wire format: each event is encoded once, into a log from which it is sent to all
/// subscribers with this format.
final class EventEncoder {
    /// An encoded event.
    struct Message {
        /// The bytes of the message.
        let bytes: [UInt8]
        /// The position of the message in the log.
        let frame: FrameLog.Frame
    }

    /// The size of the log, and so the distance by which a subscriber may lag before it is served from the
    /// store.
    private static let capacity = 1 << 20

    /// The log of encoded messages.
    let log: FrameLog
    private let form: WireFormat
    private let runs: Runs
    /// The buffer for changes, which is reused.
    private var writer = JSONWriter(capacity: 512)
    /// The last change that was encoded.
    private var last: (number: Int64, frame: FrameLog.Frame)?

    /// Creates an encoder with an empty log.
    ///
    /// - Parameters:
    ///   - form: The wire format.
    ///   - runs: The runs of the log that cursors refer to.
    ///   - sockets: The sockets of all subscribers.
    /// - Throws: An error if no memory is available for the log.
    init(as form: WireFormat, runs: Runs, in sockets: SocketSet) throws(SystemError) {
        self.form = form
        self.runs = runs
        log = try FrameLog(in: sockets, capacity: Self.capacity)
    }

    /// Encodes a change, unless it was the last one encoded.
    func encode(_ change: Change) -> Message {
        if let last, last.number == change.number { return Message(bytes: writer.bytes, frame: last.frame) }
        writer.removeAll()
        form.write(change, cursor: runs.cursor(of: change.number), to: &writer)
        let frame = log.append(writer.bytes)
        last = (change.number, frame)
        return Message(bytes: writer.bytes, frame: frame)
    }

    /// Encodes an event other than a change.
    func encode(_ event: [UInt8]) -> Message {
        let bytes = form.frame(event)
        return Message(bytes: bytes, frame: log.append(bytes))
    }
}
