import CSystemd

/// The events for which a descriptor is ready.
///
/// Hang-up and error are always reported, see epoll_ctl(2).
public nonisolated struct Readiness: OptionSet, Sendable, Hashable {
    /// The event bits of epoll.
    public let rawValue: UInt32

    /// Creates a set from the event bits of epoll.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Data to read, a connection to accept, or the end of input.
    public static let reading = Readiness(rawValue: EPOLLIN.rawValue)
    /// Space to write.
    public static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
    /// A close of the other end, at least for writing, even while input is unread.
    public static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// A close of both directions.
    public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// An error, which the next call on the descriptor returns.
    public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}
