public import Systemd

/// A socket whose peers only listen: nothing that they send is read.
public final class StreamSocket {
    private let sockets: SocketSet
    private let accepted: (Channel) -> Void
    private var listeners: [Listener] = []

    /// Makes a socket that does not listen yet.
    ///
    /// - Parameters:
    ///   - sockets: The set that its connections belong to.
    ///   - accepted: Told of each connection.
    public init(in sockets: SocketSet, accepted: @escaping (Channel) -> Void) {
        (self.sockets, self.accepted) = (sockets, accepted)
    }

    /// Takes connections from a socket that listens, such as one that the service manager passed.
    ///
    /// - Throws: When it cannot be watched.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        listeners.append(try Listener(descriptor, isReading: false, in: sockets, accepted))
    }

    /// Listens at a path until this is let go, or `stop`. A socket that stands there is replaced.
    ///
    /// - Throws: When that is not possible.
    public func listen(path: String, mode: UInt32) throws(SystemError) {
        listeners.append(try Listener(path: path, mode: mode, isReading: false, in: sockets, accepted))
    }

    /// Takes no more connections; those that are there stay.
    public func stop() { listeners = [] }
}
