import CMosquitto
import Glibc
import Systemd

/// The passage of bytes between the broker and the library, which reads only what was checked.
///
/// Without encryption, whole packets are passed on. With TLS, which is the library's, one record at a time
/// is: its content is checked before the library may read it.
final class BrokerLink {
    /// The bytes that are read from the broker, or given to the library, at once.
    private static let mostBytes = 16_384
    /// The bytes before the content of a record; the last two are its length. Source: RFC 8446, 5.1.
    private static let recordHeader = 5

    private let sockets: BrokerSockets
    private let client: MosquittoClient
    /// The SSL object of OpenSSL; `nil` without encryption.
    private let tls: UnsafeMutableRawPointer?
    private var packets = IncomingPackets()
    /// The record that has not arrived completely.
    private var record: [UInt8] = []
    /// The bytes from the library that the broker has not accepted.
    private var outgoing: ArraySlice<UInt8> = []

    /// Makes a link that has moved nothing.
    init(_ sockets: BrokerSockets, _ client: MosquittoClient) {
        self.sockets = sockets
        self.client = client
        tls = mosquitto_ssl_get(client.pointer)
    }

    /// The socket of the broker.
    var socket: CInt { sockets.broker.raw }

    /// The events of the broker's socket to wait for.
    var events: Readiness {
        let events: Readiness = packets.isFull ? [] : .reading
        return outgoing.isEmpty ? events : [events, .writing]
    }

    /// Reads what has arrived, and returns the parts that the library may get, one after the other.
    ///
    /// - Throws: An error if the connection has ended, or the broker has sent what it may not.
    func receive() throws(MQTTError) -> [ArraySlice<UInt8>] {
        guard let bytes = try BrokerLink.read(from: sockets.broker.raw) else { return [] }
        if bytes.isEmpty { throw .disconnected }
        if tls != nil { return records(bytes) }
        return try packets.receive(bytes[...]).flatMap(BrokerLink.slices)
    }

    /// Gives a part to the library, which must then read it at once.
    ///
    /// - Throws: An error if a record contains what the broker may not send.
    func give(_ part: ArraySlice<UInt8>) throws(MQTTError) {
        let count = part.withUnsafeBytes { send(sockets.library.raw, $0.baseAddress, $0.count, sendFlags) }
        // The library has read everything before, so that there is room.
        guard count == part.count else { throw .system("send", count < 0 ? errno : EMSGSIZE) }
        guard let tls, almanac_tls_is_ready(tls) != 0 else { return }
        var content = [UInt8](repeating: 0, count: BrokerLink.mostBytes)
        let length = Int(almanac_tls_peek(tls, &content, CInt(content.count)))
        // The library finds out by itself why a record has no content.
        if length > 0 { _ = try packets.receive(content[..<length]) }
    }

    /// Sends what the library has written, as far as the broker accepts it.
    ///
    /// - Returns: Whether anything was moved.
    /// - Throws: An error if the connection has ended.
    func forward() throws(MQTTError) -> Bool {
        try write()
        guard outgoing.isEmpty else { return false }
        guard let bytes = try BrokerLink.read(from: sockets.library.raw), !bytes.isEmpty else {
            if !mosquitto_want_write(client.pointer) { packets.acknowledge() }
            return false
        }
        outgoing = bytes[...]
        try write()
        return true
    }

    private func write() throws(MQTTError) {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, sendFlags) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw .system("sending", errno) }
            outgoing = outgoing.dropFirst(count)
        }
    }

    /// Returns the records that are complete.
    private func records(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        record += bytes
        var complete: [ArraySlice<UInt8>] = []
        var rest = record[...]
        while rest.count >= BrokerLink.recordHeader {
            let length = Int(rest[rest.startIndex + 3]) << 8 | Int(rest[rest.startIndex + 4])
            guard rest.count >= BrokerLink.recordHeader + length else { break }
            complete.append(rest.prefix(BrokerLink.recordHeader + length))
            rest = rest.dropFirst(BrokerLink.recordHeader + length)
        }
        record = Array(rest)
        return complete
    }

    private static func slices(of packet: [UInt8]) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: packet.count, by: mostBytes).map {
            packet[$0..<min($0 + mostBytes, packet.count)]
        }
    }

    /// Returns the bytes that can be read at once; none at the end, `nil` if none have arrived.
    private static func read(from socket: CInt) throws(MQTTError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count >= 0 else { throw .system("receiving", errno) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// The call returns at once, and a connection that has ended sends no signal.
private nonisolated let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
