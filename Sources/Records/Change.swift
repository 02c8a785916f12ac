/// A record that was added, changed or removed, as stored in the change log.
public struct Change: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Sendable, CaseIterable {
        /// The record is new.
        case added
        /// The data of the record changed.
        case changed
        /// The record was removed.
        case removed
    }

    /// The position in the log: the first change has 1, each later one the next number.
    public let number: Int64
    /// The name of the source.
    public let source: String
    /// The key of the record.
    public let key: String
    /// The kind of the change.
    public let kind: Kind
    /// The title of the record after the change, or before its removal; `nil` if it has none, and of removals
    /// that earlier versions stored.
    public let title: String?
    /// The time of the commit.
    public let at: UTC
    /// The generation of the source that contains this change.
    public let generation: Int
    /// The complete data after the change, as canonical JSON; `nil` if the record was removed.
    public let data: [UInt8]?
    /// The JSON merge patch (RFC 7396) from the previous data; `nil` unless the kind is `changed`.
    public let patch: [UInt8]?
    /// The previous values of the members in the patch; `nil` unless the kind is `changed`.
    public let previous: [UInt8]?
    /// The position of the record: after the change, or the present one if the change is read from the log;
    /// `nil` if it has none or was removed.
    public let position: Position?
    /// The position before the change if it differs; `nil` otherwise.
    public let previousPosition: Position?
    /// The complete data before the record was removed; `nil` for other kinds, and if the log no longer has
    /// them.
    public let former: [UInt8]?
    /// The reason why the record was removed; `nil` for other kinds, and if that is not known.
    public let reason: RemovalReason?
    /// Whether the log has dropped the content, to make room for the changes of other sources: only number,
    /// source, key, kind, moment and generation are left.
    public let isTrimmed: Bool

    /// Creates a change.
    public init(
        number: Int64, source: String, key: String, kind: Kind, title: String?, at: UTC, generation: Int,
        data: [UInt8]?, patch: [UInt8]? = nil, previous: [UInt8]? = nil,
        position: Position? = nil, previousPosition: Position? = nil, former: [UInt8]? = nil,
        reason: RemovalReason? = nil,
        isTrimmed: Bool = false
    ) {
        self.number = number
        self.source = source
        self.key = key
        self.kind = kind
        self.title = title
        self.at = at
        self.generation = generation
        self.data = data
        self.patch = patch
        self.previous = previous
        self.position = position
        self.previousPosition = previousPosition
        self.former = former
        self.reason = reason
        self.isTrimmed = isTrimmed
    }
}
