import Decoding
import Feeds
public import Records

/// The links of an index to the messages that it does not contain.
public enum AlertLinks {
    /// The limits of linked messages, large enough for the warnings of a country such as Canada.
    public struct Limits: Hashable, Sendable {
        /// `LinkedMessages=`: the maximum number of links that are followed, the first of the index.
        public var messages = 2_000
        /// `LinkedMaxBytes=`: the maximum size of a message, in bytes.
        public var maximumBytes = 4 << 20
        /// `LinkedBytes=`: the maximum size of all messages that one refresh fetches, in bytes.
        public var bytes = 256 << 20

        /// Creates the default limits.
        public init() {}

        /// Reads the limits of a definition.
        ///
        /// - Throws: `OptionError` if a setting cannot be read.
        public init(_ options: Options) throws(OptionError) {
            if let entry = options.last(in: "Alert", named: "LinkedMessages") {
                guard let count = Int(entry.value), count > 0 else {
                    throw OptionError(entry, "is not a number of messages such as 2000")
                }
                messages = count
            }
            maximumBytes = try Limits.size("LinkedMaxBytes", options) ?? maximumBytes
            bytes = try Limits.size("LinkedBytes", options) ?? bytes
        }

        private static func size(_ name: String, _ options: Options) throws(OptionError) -> Int? {
            guard let entry = options.last(in: "Alert", named: name) else { return nil }
            guard let size = ByteSize.parse(entry.value), size > 0 else {
                throw OptionError(entry, "is not a size such as 4M")
            }
            return size
        }
    }

    /// The number of documents that are fetched before their messages are stored.
    public static let portion = 20
    /// The delay before a message that was gone is requested again, in a later version of the index.
    public static let patience = Duration.seconds(3600)

    /// An index, and what it links to.
    public struct Index: Sendable {
        /// The document, without what is not needed to find the messages again.
        public let bytes: [UInt8]
        /// The addresses of the messages that it names but does not contain, in its order, each once.
        public let wanted: [String]
        /// The addresses that are not followed, because there are too many.
        public let surplus: [String]
    }

    /// Reads the links of a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - charset: The encoding named by the transport; `nil` if it named none.
    ///   - limits: The limits.
    ///   - now: The moment; messages that have ended by what their entries state are not wanted.
    /// - Returns: `nil` if the document is no index with links, or cannot be read.
    public static func index(
        _ bytes: [UInt8], charset: String?, limits: Limits = Limits(), at now: UTC = UTC(seconds: 0)
    ) -> Index? {
        // A document that cannot be read has no links; its decoder says why.
        guard bytes.first(where: { $0 > .space }) != .leftBrace,
            let tree = try? XMLTree(parsing: bytes.span, charset: charset),
            let index = AlertIndex(tree.root)
        else { return nil }
        var seen: Set<String> = []
        let wanted = index.entries.filter { $0.isLink && !$0.isOver(at: now) }.compactMap(\.address)
        let safe = wanted.filter { isSafe($0) && seen.insert($0).inserted }
        guard !safe.isEmpty else { return nil }
        return Index(
            bytes: index.slim ?? bytes, wanted: Array(safe.prefix(limits.messages)),
            surplus: Array(safe.dropFirst(limits.messages)))
    }

    /// Returns the addresses of the messages that a document names but does not contain, in its order, each
    /// once.
    ///
    /// - Returns: At most the default number of addresses; none if the document is no index, or cannot be
    ///   read.
    public static func wanted(in bytes: [UInt8], charset: String?) -> [String] {
        index(bytes, charset: charset)?.wanted ?? []
    }

    /// Whether an address can stand on a line of a bundle.
    private static func isSafe(_ url: String) -> Bool {
        url.utf8.count <= 2048 && url.utf8.allSatisfy { $0 > .space && $0 <= .tilde }
    }
}

/// The memory of a linked message, under its address.
public enum LinkMemo: Sendable {
    /// It was read: the name of its message.
    case read(String)
    /// It is gone, as found at a moment.
    case dead(reason: String, at: UTC)
    /// It was fetched at a moment and could not be read, so that it may update or end any other.
    case unreadable(reason: String, at: UTC)

    /// The name under which it is remembered.
    public static func name(of url: String, tag: String) -> String { "\t@\(tag) \(url)" }

    /// Reads a stored text.
    public init?(_ text: String) {
        let rest = String(text.dropFirst())
        switch text.utf8.first {
        case UInt8(ascii: "="): self = .read(rest)
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            guard let time = UTC(iso8601: String(rest.prefix(20))) else { return nil }
            let reason = String(rest.dropFirst(21))
            let isGone = text.utf8.first == UInt8(ascii: "!")
            self = isGone ? .dead(reason: reason, at: time) : .unreadable(reason: reason, at: time)
        default: return nil
        }
    }

    /// The text to store.
    var text: String {
        switch self {
        case .read(let name): "=" + name
        case .dead(let reason, let time): "!\(time) \(reason)"
        case .unreadable(let reason, let time): "?\(time) \(reason)"
        }
    }

    /// Whether the message need not be requested; one that is gone for a time.
    public func isSettled(at now: UTC, after patience: Duration = AlertLinks.patience) -> Bool {
        switch self {
        case .read: true
        case .dead(_, let time), .unreadable(_, let time): now - time < patience
        }
    }
}
