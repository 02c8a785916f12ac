public import Systemd

/// A listening socket whose peers only receive: their input is not read.
public final class StreamSocket {
    private let sockets: SocketSet
    private let accepted: (Channel) -> Void
    private var listeners: [Listener] = []

    /// Creates a socket that does not listen yet.
    ///
    /// - Parameters:
    ///   - sockets: The set that its connections belong to.
    ///   - accepted: Receives each connection.
    public init(in sockets: SocketSet, accepted: @escaping (Channel) -> Void) {
        self.sockets = sockets
        self.accepted = accepted
    }

    /// Accepts connections on a listening socket, such as one passed by the service manager.
    ///
    /// - Throws: An error if it cannot be watched.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        listeners.append(try Listener(descriptor, isReading: false, in: sockets, accepted))
    }

    /// Listens at a path until this object is released or `stop` is called, replacing an existing socket.
    ///
    /// - Throws: An error if the socket cannot be created or watched.
    public func listen(path: String, mode: UInt32) throws(SystemError) {
        listeners.append(try Listener(path: path, mode: mode, isReading: false, in: sockets, accepted))
    }

    /// Stops accepting connections; existing ones remain.
    public func stop() { listeners = [] }
}
