import CMosquitto
import Glibc
import Systemd

/// The sockets between the broker and the library, which is connected with this client instead of the broker.
///
/// The library connects by itself. Its descriptor is then replaced by one end of a pair of sockets, so that
/// all bytes pass through the client.
public nonisolated final class BrokerSockets: Sendable {
    /// The connection with the broker.
    let broker: FileDescriptor
    /// The other end of the library's socket.
    let library: FileDescriptor

    /// Takes the place of the broker.
    ///
    /// - Parameter client: A connected client; none of its functions may be running.
    /// - Throws: An error if no descriptor is available, or the library has read a part of a record of TLS.
    init(between client: OpaquePointer) throws(MQTTError) {
        let raw = mosquitto_socket(client)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        var ends: [CInt] = [-1, -1]
        try BrokerSockets.check("socketpair", socketpair(AF_UNIX, type, 0, &ends))
        library = FileDescriptor(owning: ends[0])
        let other = FileDescriptor(owning: ends[1])
        let broker = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        try BrokerSockets.check("fcntl", broker)
        self.broker = FileDescriptor(owning: broker)
        if let tls = mosquitto_ssl_get(client), almanac_tls_has_part(tls) != 0 {
            throw .disconnected
        }
        try BrokerSockets.check("dup2", dup2(other.raw, raw))
        try BrokerSockets.check("fcntl", fcntl(raw, F_SETFD, FD_CLOEXEC))
    }

    private static func check(_ call: String, _ result: CInt) throws(MQTTError) {
        if result < 0 { throw .system(call, errno) }
    }
}
