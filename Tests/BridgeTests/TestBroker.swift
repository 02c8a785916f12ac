import Glibc
import MQTT

/// A broker of MQTT 5 on a Unix socket, as short as possible; the test calls `serve` in each turn.
///
/// Source: MQTT Version 5.0, chapter 3.
final class TestBroker {
    private final class Client {
        var input: [UInt8] = []
        var filters: [String] = []
    }

    /// The retained messages by topic.
    private(set) var retained: [String: String] = [:]
    /// The contents of the CONNECT packets.
    private(set) var connects: [[UInt8]] = []
    /// The reasons with which clients have ended their connections; 0 is an orderly end.
    private(set) var ends: [UInt8] = []
    /// The properties of each CONNACK packet.
    var properties: [UInt8] = []
    /// Returns the reason with which a message is acknowledged; from 128 on, it is refused.
    var reason: (_ topic: String, _ payload: [UInt8]) -> UInt8 = { _, _ in 0 }
    /// Called after a client has subscribed to a filter.
    var subscribed: (_ filter: String) -> Void = { _ in }
    private let path: String
    private var listener: CInt = -1
    private var clients: [CInt: Client] = [:]

    init(at path: String) {
        self.path = path
        start()
    }

    isolated deinit { stop() }

    /// Listens, also after `stop`.
    func start() {
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0 && listen(listener, 16) == 0, "cannot listen at \(path)")
    }

    /// Ends all connections and no longer listens; the messages stay.
    func stop() {
        for peer in clients.keys { close(peer) }
        clients = [:]
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(path)
    }

    /// Replaces the messages, as a broker does that was killed before it stored later ones.
    func restore(_ messages: [String: String]) { retained = messages }

    /// Sends bytes to all clients.
    func send(bytes: [UInt8]) {
        for peer in clients.keys { write(bytes, to: peer) }
    }

    /// Ends all connections for a reason.
    func end(reason: UInt8) {
        send(bytes: [0xE0, 1, reason])
        for peer in Array(clients.keys) { end(peer) }
    }

    /// Sends a message of another program, which is not retained.
    func send(_ topic: String, _ text: String) {
        for (peer, client) in clients
        where client.filters.contains(where: { MQTTConnection.topic(topic, matches: $0) }) {
            send(0x30, TestBroker.message(topic, Array(text.utf8)), to: peer)
        }
    }

    /// Accepts connections, and answers the packets that have arrived.
    func serve() {
        while listener >= 0, case let peer = accept(listener, nil, nil), peer >= 0 {
            clients[peer] = Client()
        }
        for (peer, client) in clients {
            var room = [UInt8](repeating: 0, count: 65_536)
            let count = recv(peer, &room, room.count, CInt(MSG_DONTWAIT))
            if count == 0 { end(peer) }
            guard count > 0 else { continue }
            client.input += room[..<count]
            while let packet = TestBroker.packet(&client.input) { take(packet, of: client, peer) }
        }
    }

    private func end(_ peer: CInt) {
        close(peer)
        clients[peer] = nil
    }

    private func take(_ packet: (kind: UInt8, content: ArraySlice<UInt8>), of client: Client, _ peer: CInt) {
        let identifier = packet.content.prefix(2)
        switch packet.kind >> 4 {
        case 1:
            connects.append(Array(packet.content))
            send(0x20, [0, 0, UInt8(properties.count)] + properties, to: peer)
        case 3: publish(packet.kind, packet.content, from: peer)
        case 8:
            // The identifier, no properties, and one filter with its options.
            let filter = TestBroker.text(packet.content.dropFirst(3))
            client.filters.append(filter)
            send(0x90, identifier + [0, 1], to: peer)
            for (topic, text) in retained where MQTTConnection.topic(topic, matches: filter) {
                send(0x31, TestBroker.message(topic, Array(text.utf8)), to: peer)
            }
            subscribed(filter)
        case 10:
            let filter = TestBroker.text(packet.content.dropFirst(3))
            client.filters.removeAll { $0 == filter }
            send(0xB0, identifier + [0, 0], to: peer)
        case 12: send(0xD0, [], to: peer)
        case 14:
            ends.append(packet.content.first ?? 0)
            end(peer)
        default: break
        }
    }

    private func publish(_ kind: UInt8, _ content: ArraySlice<UInt8>, from peer: CInt) {
        let topic = TestBroker.text(content)
        var rest = content.dropFirst(2 + topic.utf8.count)
        let identifier = rest.prefix(2)
        rest = rest.dropFirst(2)
        let properties = TestBroker.number(&rest)
        let payload = Array(rest.dropFirst(properties))
        let reason = reason(topic, payload)
        guard reason < 128 else { return send(0x40, Array(identifier) + [reason], to: peer) }
        if kind & 1 == 1 {
            retained[topic] = payload.isEmpty ? nil : String(decoding: payload, as: UTF8.self)
        }
        send(0x40, Array(identifier), to: peer)
        for (other, client) in clients
        where client.filters.contains(where: { MQTTConnection.topic(topic, matches: $0) }) {
            send(0x30, TestBroker.message(topic, payload), to: other)
        }
    }

    private func send(_ kind: UInt8, _ content: some Collection<UInt8>, to peer: CInt) {
        var bytes = [kind]
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest % 128) | (rest >= 128 ? 128 : 0))
            rest /= 128
        } while rest > 0
        bytes += content
        write(bytes, to: peer)
    }

    private func write(_ bytes: [UInt8], to peer: CInt) {
        let count = Glibc.send(peer, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        precondition(count == bytes.count || count < 0, "the client does not read")
    }

    private static func message(_ topic: String, _ payload: [UInt8]) -> [UInt8] {
        [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 255)] + Array(topic.utf8) + [0] + payload
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let count = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return String(decoding: bytes.dropFirst(2).prefix(count), as: UTF8.self)
    }

    /// Removes a number of variable length.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int {
        var (number, shift) = (0, 0)
        while let digit = bytes.popFirst() {
            number |= Int(digit & 127) << shift
            shift += 7
            if digit < 128 { break }
        }
        return number
    }

    /// Removes a packet that is complete.
    private static func packet(_ bytes: inout [UInt8]) -> (kind: UInt8, content: ArraySlice<UInt8>)? {
        var rest = bytes.dropFirst()
        guard let kind = bytes.first, rest.prefix(4).contains(where: { $0 < 128 }) else { return nil }
        let length = number(&rest)
        guard rest.count >= length else { return nil }
        let content = ArraySlice(Array(rest.prefix(length)))
        bytes = Array(rest.dropFirst(length))
        return (kind, content)
    }
}
