import Glibc

/// A descriptor from the service manager, until it is taken.
///
/// A descriptor that is not taken is closed when this object is released.
public final class PassedDescriptor {
    /// The name that the socket unit or the fd store gave the descriptor; `unknown` or empty when there was
    /// none.
    public let name: String
    private var descriptor: FileDescriptor?

    /// Creates a descriptor as if the service manager had passed it.
    package init(name: String, _ descriptor: consuming FileDescriptor) {
        self.name = name
        self.descriptor = consume descriptor
    }

    /// The number of the descriptor, for finding out its type; `nil` when it has been taken.
    public var raw: CInt? {
        switch descriptor {
        case .some(let descriptor): descriptor.raw
        case .none: nil
        }
    }

    /// Whether a connection waits at a listening socket.
    public var hasWaitingConnection: Bool {
        guard let raw else { return false }
        var state = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0
    }

    /// Returns the descriptor once; `nil` when it has been taken.
    public func take() -> FileDescriptor? { descriptor.take() }
}
