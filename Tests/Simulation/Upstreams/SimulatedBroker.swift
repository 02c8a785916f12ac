import Records
import SimulatedSystem

/// A broker of MQTT, whose messages announce the documents of the sources that follow it.
///
/// Source: MQTT Version 3.1.1.
final class SimulatedBroker {
    static let host = "broker.example"
    static let topic = "news/#"

    /// The connection of a client.
    private struct Client {
        var buffer: [UInt8] = []
        var isSubscribed = false
    }

    private var clients: [UInt64: Client] = [:]
    /// The moments until which it refuses subscriptions, and answers nothing.
    private var refusal: Nanoseconds = 0
    private var silence: Nanoseconds = 0
    private var packets = 0
    var chance: Chance

    init(_ chance: Chance) { self.chance = chance }

    /// Accepts a connection a little later, unless there is no network.
    func accept(_ request: HTTPRequest) {
        World.current.after(.milliseconds(5 + chance.below(200))) { [unowned self] in
            guard World.current.upstreams.hasNetwork else { return }
            clients[request.number] = Client()
            for address in Addresses.of(request) { simulated_connect(request.number, address) }
        }
    }

    /// Forgets a connection that has ended.
    func forget(_ number: UInt64) { clients[number] = nil }

    /// Reads what a client sends, and answers a little later.
    func receive(_ bytes: [UInt8], from number: UInt64) {
        clients[number]?.buffer += bytes
        while let buffer = clients[number]?.buffer, buffer.count >= 2, buffer.count >= 2 + Int(buffer[1]) {
            // No packet of a client has more than 127 bytes.
            let packet = Array(buffer.prefix(2 + Int(buffer[1])))
            clients[number]?.buffer.removeFirst(packet.count)
            answer(packet, of: number)
        }
    }

    private func answer(_ packet: [UInt8], of number: UInt64) {
        let isRefused = World.current.now < refusal
        switch packet[0] >> 4 {
        case 1: send([0x20, 2, 0, isRefused ? 3 : 0], to: number)
        case 8:
            clients[number]?.isSubscribed = true
            send([0x90, 3, packet[2], packet[3], 1], to: number)
        case 12: send([0xD0, 0], to: number)
        default: break
        }
    }

    private func send(_ bytes: [UInt8], to number: UInt64) {
        World.current.after(.milliseconds(1 + chance.below(100))) { [unowned self] in
            deliver(bytes, to: number)
        }
    }

    private func deliver(_ bytes: [UInt8], to number: UInt64) {
        let world = World.current
        guard clients[number] != nil, world.upstreams.hasNetwork, world.now >= silence else { return }
        bytes.withUnsafeBytes { simulated_body(number, $0.baseAddress, $0.count) }
    }

    /// Sends a message to all subscribers, at most or at least once.
    func publish(_ topic: String, _ payload: [UInt8]) {
        packets = packets % 60_000 + 1
        let isCounted = chance.isTrue(0.5)
        let number = isCounted ? [UInt8(packets >> 8), UInt8(packets & 255)] : []
        let content = [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + number + payload
        var bytes: [UInt8] = [isCounted ? 0x32 : 0x30]
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        World.current.note("the broker sends \(payload.count) bytes to \(topic)")
        for number in subscribers { deliver(bytes + content, to: number) }
    }

    private var subscribers: [UInt64] { clients.filter(\.value.isSubscribed).keys.sorted() }

    /// Disturbs its connections.
    func disturb(by trick: Trick) {
        let now = World.current.now
        switch trick {
        case .half: for number in subscribers { deliver([0x30, 200, 1, 0, 4], to: number) }
        case .garbage: for number in subscribers { deliver(Array("HTTP/1.1 400 no\r\n".utf8), to: number) }
        case .refuse: refusal = now + .minutes(1 + chance.below(60))
        case .silence: silence = now + .minutes(1 + chance.below(30))
        default: break
        }
        guard trick != .silence else { return }
        for number in clients.keys.sorted() {
            World.current.upstreams.forget(number)
            simulated_end(number, chance.isTrue(0.5) ? Code.ok : Code.receiveError, 0)
        }
        clients = [:]
    }
}
