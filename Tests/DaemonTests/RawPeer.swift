/// A client that sends any text at any time, even before the reply to an earlier call.
final class RawPeer {
    private let socket: RawSocket
    private var text: [UInt8] = []

    init(_ path: String) { socket = RawSocket(path) }

    func send(_ text: String) { socket.send(text) }

    /// The lines received so far.
    var lines: [String] {
        while let bytes = socket.receive() { text += bytes }
        return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
