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
    /// Whether the upstream itself sent it now, so that what it states is there, too; not so if a broker sent
    /// it, or if it is read once more.
    public var isConfirmation = true
    /// The number of messages that an index lists, and that were never read.
    public var unread = 0
    /// Whether a message could not be read, or the answer says that it has only some of them: an alert that
    /// it lacks may be that message, or be updated by it.
    public var hasUnreadable = false
    /// Whether an older document may arrive after a newer one, as from a cache of an upstream.
    public var isOrdered = false
    /// Whether the messages that others name, and that were never read, can be fetched from an archive.
    public var hasArchive = false

    /// Creates an answer with messages.
    public init(_ messages: [AlertMessage]) { self.messages = messages }

    /// Whether a message that it lacks is missing: any of those that were never read may be it.
    var isCounted: Bool { isFresh && unread == 0 }

    /// Whether all messages of the upstream were read.
    var isWhole: Bool { unread == 0 && !hasUnreadable }

    /// Whether it states nothing at all.
    var isEmpty: Bool { messages.isEmpty && listed.isEmpty && isWhole }
}
