/// A client that says what it is told to, whether it was answered or not.
final class RawPeer {
    private let socket: RawSocket
    private var text: [UInt8] = []

    init(_ path: String) { socket = RawSocket(path) }

    func send(_ text: String) { socket.send(text) }

    /// The lines that it was answered so far.
    var lines: [String] {
        while let bytes = socket.receive() { text += bytes }
        return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
