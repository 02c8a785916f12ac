import Glibc
import Records
public import Systemd

/// The checkpoint and the topics of the bridge, on disk.
///
/// A kill of the program loses nothing that was written. If the machine crashes, the file may lack
/// the end; then its checkpoint differs from the one that the broker keeps, and all messages are published
/// again.
public final class RetainedStore {
    /// The messages that the broker keeps.
    public private(set) var topics: RetainedTopics
    /// The last checkpoint; `nil` if there is none.
    public private(set) var checkpoint: Checkpoint?
    /// The publication that the next checkpoint names.
    private var publication: String
    private let path: String
    private let settings: String
    private var file: FileDescriptor?
    private var size = 0
    private var sizeWhenNew = 0

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - settings: The identity of the settings that decide what is published; without a newline.
    /// - Throws: `SystemError` if the file cannot be read or written.
    public init(path: String, settings: String) throws(SystemError) {
        self.path = path
        self.settings = settings
        let read = RetainedFile(try RetainedStore.content(of: path), settings: settings)
        topics = read.topics
        checkpoint = read.checkpoint
        publication = read.checkpoint?.publication ?? ""
        try writeAnew()
    }

    /// Records that a message is about to be sent.
    ///
    /// - Throws: `SystemError` if the file cannot be written; the message must not be sent then.
    public func send(_ topic: Topic, _ content: RetainedTopics.Content) throws(SystemError) {
        if topics[topic] == nil { try append(RetainedFile.announcement(of: topic)) }
        topics.set(topic, to: content)
    }

    /// Records that the broker has a message with a topic, which an earlier run may have sent.
    ///
    /// - Throws: `SystemError` if the file cannot be written.
    public func find(_ topic: Topic) throws(SystemError) {
        if topics[topic] == nil { try send(topic, .unknown) }
    }

    /// Marks a topic as in use.
    public func mark(_ topic: Topic) { topics.mark(topic) }

    /// Starts a mark-and-sweep round, after which `topics.unused` can be removed.
    public func startRound() { topics.startRound() }

    /// Makes the contents of topics unknown, so that their messages are published again.
    public func forget(where isMeant: (Topic) -> Bool) {
        for (topic, _) in topics.contents where isMeant(topic) { topics.set(topic, to: .unknown) }
    }

    /// Makes the contents unknown of the topics that were not marked in this round, other than some.
    ///
    /// - Returns: The number of these topics.
    func forgetUnmarked(except others: [Topic]) -> Int {
        let unmarked = topics.unmarked.filter { !others.contains($0) }
        for topic in unmarked { topics.set(topic, to: .unknown) }
        return unmarked.count
    }

    /// Writes a checkpoint: the broker has acknowledged all messages up to a cursor.
    ///
    /// - Returns: The checkpoint to publish; `nil` if it is the last one and no message was sent since.
    /// - Throws: `SystemError` if the file cannot be written.
    @discardableResult
    public func writeCheckpoint(_ cursor: String) throws(SystemError) -> Checkpoint? {
        let checkpoint = Checkpoint(cursor: cursor, publication: publication)
        guard checkpoint != self.checkpoint || !topics.open.isEmpty else { return nil }
        let lines = topics.close().map { RetainedFile.line($0.topic, $0.content) }
        try append(lines.joined() + RetainedFile.line(checkpoint))
        self.checkpoint = checkpoint
        if size > 2 * sizeWhenNew + 65_536 { try writeAnew() }
        return checkpoint
    }

    /// Compares the broker's checkpoint with ours.
    ///
    /// A broker without our last checkpoint may have lost messages, so all records must be published again.
    ///
    /// - Parameter brokerCheckpoint: The text of the broker's checkpoint; `nil` if it has none.
    /// - Returns: Whether the broker has all messages up to the checkpoint.
    public func connect(brokerCheckpoint: String?) -> Bool {
        topics.forgetOpen()
        if let checkpoint, let brokerCheckpoint,
            checkpoint.description.utf8.elementsEqual(brokerCheckpoint.utf8)
        {
            return true
        }
        topics.forgetAll()
        publication = Checkpoint.randomPublication()
        return false
    }

    private func append(_ text: String) throws(SystemError) {
        var bytes = Array(text.utf8)[...]
        guard file != nil else { throw SystemError(call: "write", code: EBADF, detail: path) }
        size += bytes.count
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(raw, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last("write", path) }
            bytes = bytes.dropFirst(count)
        }
    }

    private var raw: CInt {
        switch file {
        case .some(let file): file.raw
        case .none: -1
        }
    }

    private func writeAnew() throws(SystemError) {
        let part = path + ".new"
        file = try FileDescriptor(opening: part, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        size = 0
        try append(RetainedFile.text(settings: settings, contents: topics.contents, checkpoint: checkpoint))
        guard fdatasync(raw) == 0 else { throw .last("fdatasync", part) }
        guard rename(part, path) == 0 else { throw .last("rename", path) }
        sizeWhenNew = size
    }

    private static func content(of path: String) throws(SystemError) -> [UInt8] {
        let file: FileDescriptor
        do throws(SystemError) {
            file = try FileDescriptor(opening: path, O_RDONLY)
        } catch {
            if error.code == ENOENT { return [] }
            throw error
        }
        return try file.content(limit: 1 << 30, of: path)
    }
}
