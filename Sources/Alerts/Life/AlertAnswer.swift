public import Records

/// A document as an answer of its upstream: what it states, and what it proves by not stating it.
public struct AlertAnswer: Sendable {
    /// The messages, in the order of the document.
    public var messages: [AlertMessage]
    /// The names of messages that an index lists, and that were read before.
    public var listed: Set<String> = []
    /// The time of the whole document; `nil` if it states none.
    public var time: UTC?
    /// Whether the upstream was asked, so that what the answer lacks is missing there, too.
    public var isFresh = true
    /// The number of messages that an index lists, and that were never read.
    public var unread = 0
    /// Whether an older document may arrive after a newer one, as from a cache of an upstream.
    public var isOrdered = false
    /// Whether the messages that others name, and that were never read, can be fetched from an archive.
    public var hasArchive = false

    /// Creates an answer with messages.
    public init(_ messages: [AlertMessage]) { self.messages = messages }

    /// Whether a message that it lacks is missing: any of those that were never read may be it.
    var isCounted: Bool { isFresh && unread == 0 }

    /// Whether it states nothing at all.
    var isEmpty: Bool { messages.isEmpty && listed.isEmpty && unread == 0 }
}

/// A run of answers that state nothing at all, which upstreams send for minutes now and then: they only
/// confirm each other.
struct AlertSilence {
    private static let begun = "\tempty"

    /// The facts to remember, by name.
    private(set) var names: [String: String] = [:]
    private let isEmpty: Bool
    /// When the first of the last run of empty answers arrived; `nil` if the answer before was not empty.
    private let first: UTC?

    /// Continues a run, or ends it.
    init(_ answer: AlertAnswer, _ memory: AlertMemory, at now: UTC) {
        isEmpty = answer.isEmpty
        first = memory.text(AlertSilence.begun).flatMap { UTC(iso8601: $0) }
        if isEmpty, first == nil { names[AlertSilence.begun] = now.description }
        if !isEmpty, first != nil { names[AlertSilence.begun] = "" }
    }

    /// Finds the first of the answers in a row that lack an alert; those of a run of empty ones are forgotten
    /// with the next that is not empty.
    ///
    /// - Parameters:
    ///   - since: When the first one before this arrived; `nil` if there was none.
    ///   - now: When this one arrived.
    /// - Returns: When that answer arrived.
    func mark(of since: UTC?, at now: UTC) -> UTC {
        guard let since else { return now }
        guard !isEmpty, let first, since.seconds >= first.seconds else { return since }
        return now
    }

    /// Finds the first of the answers that this one confirms; an empty one confirms only those of its run.
    ///
    /// - Parameters:
    ///   - mark: When the first of all answers in a row arrived that lack the alert.
    ///   - now: When this one arrived.
    /// - Returns: When that answer arrived.
    func start(of mark: UTC, at now: UTC) -> UTC { isEmpty ? max(mark, first ?? now) : mark }
}

/// The memory that a source has of messages.
struct AlertMemory {
    private let recall: (String) -> String?

    init(_ recall: @escaping (String) -> String?) { self.recall = recall }

    /// Returns the text under a name; `nil` if there is none.
    func text(_ name: String) -> String? { recall(name) }

    /// Returns what is remembered of a message; `nil` if it is not known.
    ///
    /// Earlier releases remembered keys by the identifier alone.
    func memo(of name: String, _ identifier: String) -> AlertMemo? {
        (recall(name) ?? recall(identifier)).map { AlertMemo($0) }
    }
}
