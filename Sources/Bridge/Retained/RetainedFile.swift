import Records

/// The text of the file in which the bridge keeps its checkpoint and the topics of its messages.
///
/// The first line identifies the format and the settings. `+TOPIC` announces a topic before its first message
/// is sent, `=HASH TOPIC`, `-TOPIC` and `!TOPIC` are the content of a message, its removal and its refusal,
/// and `@CURSOR PUBLICATION` is a checkpoint: it makes the lines since the one before valid. The file only
/// grows, until it is written anew, so that a program that is killed at any moment leaves a file that can be
/// read.
public nonisolated struct RetainedFile: Sendable {
    private static let format = "almanac-mqtt 1 "

    /// The messages that the broker keeps, as of the last checkpoint.
    public private(set) var topics = RetainedTopics()
    /// The last checkpoint; `nil` if there is none that is valid.
    public private(set) var checkpoint: Checkpoint?
    private var waiting: [(topic: Topic, content: RetainedTopics.Content)] = []

    /// Reads a file; without its first line, it counts as empty, and lines that cannot be read are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - settings: The identity of the settings; those of others keep their topics, but no contents and no
    ///     cursor.
    public init(_ bytes: [UInt8], settings: String) {
        // A line without its end was not written completely.
        let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false).dropLast()
        guard let first = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }),
            first.hasPrefix(RetainedFile.format)
        else { return }
        for line in lines.dropFirst() {
            if let text = String(validating: line, as: UTF8.self) { read(text) }
        }
        // Contents after the last checkpoint may have reached the broker or not.
        for (topic, _) in waiting { topics.restore(topic, .unknown) }
        guard !first.utf8.elementsEqual((RetainedFile.format + settings).utf8) else { return }
        checkpoint = nil
        topics.forgetAll()
    }

    /// The text of a new file.
    public static func text(
        settings: String, contents: [(topic: Topic, content: RetainedTopics.Content)], checkpoint: Checkpoint?
    ) -> String {
        let lines = contents.map {
            $0.content == .unknown ? announcement(of: $0.topic) : line($0.topic, $0.content)
        }
        return format + settings + "\n" + lines.joined() + (checkpoint.map(line) ?? "")
    }

    /// The line that announces a topic.
    public static func announcement(of topic: Topic) -> String { "+\(topic)\n" }

    /// The line of a content.
    public static func line(_ topic: Topic, _ content: RetainedTopics.Content) -> String {
        switch content {
        case .unknown: "=0 \(topic)\n"
        case .hash(let hash): "=\(String(hash, radix: 16)) \(topic)\n"
        case .removed: "-\(topic)\n"
        case .refused: "!\(topic)\n"
        }
    }

    /// The line of a checkpoint.
    public static func line(_ checkpoint: Checkpoint) -> String { "@\(checkpoint)\n" }

    private mutating func read(_ line: String) {
        let rest = String(line.dropFirst())
        switch line.utf8.first {
        case .plus where !rest.isEmpty:
            if topics[Topic(rest)] == nil { topics.restore(Topic(rest), .unknown) }
        case .equals: readContent(rest)
        case .hyphen where !rest.isEmpty: waiting.append((Topic(rest), .removed))
        case UInt8(ascii: "!") where !rest.isEmpty: waiting.append((Topic(rest), .refused))
        case .at where !rest.isEmpty:
            for (topic, content) in waiting { topics.restore(topic, content) }
            waiting = []
            checkpoint = Checkpoint(rest)
        default: break
        }
    }

    private mutating func readContent(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let hash = UInt64(parts[0], radix: 16) else { return }
        waiting.append((Topic(String(parts[1])), hash == 0 ? .unknown : .hash(hash)))
    }
}
