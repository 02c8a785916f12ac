/// A record added, changed or removed, as the log of changes keeps it.
public struct Change: Hashable, Sendable {
    /// What happened to the record.
    public enum Kind: String, Sendable, CaseIterable {
        /// It was not there before.
        case added
        /// Its data became other.
        case changed
        /// It is there no more.
        case removed
    }

    /// Its place in the log, from 1, rising by one.
    public let number: Int64
    /// The source's name.
    public let source: String
    /// The record's key.
    public let key: String
    /// What happened.
    public let kind: Kind
    /// The record's title after the change; `nil` when it has none or is gone.
    public let title: String?
    /// When it was committed.
    public let at: UTC
    /// The source's generation with this change.
    public let generation: Int
    /// The whole data after the change, canonical JSON; `nil` when removed.
    public let data: [UInt8]?
    /// JSON merge patch (RFC 7396) from the data before; `nil` unless `changed`.
    public let patch: [UInt8]?
    /// The members of the patch as they were before; `nil` unless `changed`.
    public let previous: [UInt8]?
    /// Where the record is: after the change, or now, when the change is read from the log; `nil` when it is
    /// nowhere or removed.
    public let position: Position?
    /// Where the record was before the change, when that was elsewhere; `nil` otherwise.
    public let previousPosition: Position?

    /// Makes a change of its parts.
    public init(
        number: Int64, source: String, key: String, kind: Kind, title: String?, at: UTC, generation: Int,
        data: [UInt8]?, patch: [UInt8]? = nil, previous: [UInt8]? = nil,
        position: Position? = nil, previousPosition: Position? = nil
    ) {
        (self.number, self.source, self.key, self.kind) = (number, source, key, kind)
        (self.title, self.at, self.generation) = (title, at, generation)
        (self.data, self.patch, self.previous) = (data, patch, previous)
        (self.position, self.previousPosition) = (position, previousPosition)
    }
}
