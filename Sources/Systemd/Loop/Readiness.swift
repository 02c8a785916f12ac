import CSystemd

/// What a file descriptor is ready for.
///
/// Hang-up and error are told whether they were asked for or not, see epoll_ctl(2).
public nonisolated struct Readiness: OptionSet, Sendable, Hashable {
    /// The bits of epoll.
    public let rawValue: UInt32

    /// Takes the bits of epoll.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or a connection to accept, or the end of input.
    public static let reading = Readiness(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    public static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Both directions are closed.
    public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// Something went wrong; the next call on the descriptor tells what.
    public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}
