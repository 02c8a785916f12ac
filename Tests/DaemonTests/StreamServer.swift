import Glibc
import Records
import Systemd
import TestServer

/// A server on 127.0.0.1 that sends a stream of bytes to each client without being asked.
final class StreamServer {
    /// The port that it listens on.
    let port: Int
    /// The number of connections so far.
    private(set) var connections = 0
    /// The bytes that a new connection receives at once.
    var greeting: [UInt8] = []
    /// Answers bytes of a client, which are ignored by default.
    var answer: (ArraySlice<UInt8>) -> [UInt8] = { _ in [] }
    /// The number of open connections.
    var open: Int { peers.count }
    /// The number of bytes that were not sent yet.
    var unsent: Int { peers.values.reduce(0) { $0 + $1.output.count } }

    private let loop: EventLoop
    /// Declared before its descriptor, so that it ends first.
    private var watch: IOWatch?
    private let listener: FileDescriptor
    private var peers: [CInt: Peer] = [:]

    /// Listens on a free port.
    init(on loop: EventLoop) throws {
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_INET, kind, 0))
        port = try bindToLoopback(listener.raw)
        guard listen(listener.raw, 16) == 0 else { throw SystemError.last("listen") }
        watch = try loop.watch(listener.raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// Sends bytes to all clients.
    func send(_ bytes: some Sequence<UInt8>) {
        for peer in peers.values { peer.send(Array(bytes)) }
    }

    /// Sends a text to all clients.
    func send(_ text: String) { send(text.utf8) }

    /// Sends a heartbeat that names messages.
    func beat(_ messages: [IndexedMessage] = []) { send(StreamServer.heartbeat(messages)) }

    /// Closes all connections.
    func disconnect() { peers = [:] }

    /// Returns a heartbeat that names messages.
    static func heartbeat(_ messages: [IndexedMessage]) -> String {
        "<?xml version='1.0' encoding='UTF-8'?><alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'>"
            + "<identifier>urn:oid:heartbeat</identifier><sender>NAADS-Heartbeat</sender>"
            + "<sent>2027-01-15T08:00:00-00:00</sent><status>System</status><msgType>Alert</msgType>"
            + "<scope>Public</scope><references>\(messages.map(\.reference).joined(separator: " "))</references>"
            + "</alert>\n"
    }

    private func accept() {
        while let made = try? FileDescriptor.accept(on: listener.raw) {
            connections += 1
            let raw = made.raw
            let peer = Peer(made, on: loop) { [unowned self] in
                answer($0)
            } gone: { [unowned self] in
                peers[raw] = nil
            }
            peers[raw] = peer
            peer.send(greeting)
        }
    }

    /// A connection.
    private final class Peer {
        private var watch: IOWatch?
        private let descriptor: FileDescriptor
        private let answer: (ArraySlice<UInt8>) -> [UInt8]
        private let gone: () -> Void
        private(set) var output: [UInt8] = []

        init(
            _ descriptor: consuming FileDescriptor, on loop: EventLoop,
            answer: @escaping (ArraySlice<UInt8>) -> [UInt8], gone: @escaping () -> Void
        ) {
            self.descriptor = descriptor
            self.answer = answer
            self.gone = gone
            watch = try? loop.watch(self.descriptor.raw, for: .reading) { [unowned self] in serve($0) }
        }

        func send(_ bytes: [UInt8]) {
            output += bytes
            flush()
        }

        private func serve(_ ready: Readiness) {
            if ready.contains(.reading) || ready.contains(.hangUp) {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(descriptor.raw, &bytes, bytes.count, 0)
                if count == 0 || count < 0 && errno != EAGAIN { return gone() }
                if count > 0 { output += answer(bytes[..<count]) }
            }
            flush()
        }

        private func flush() {
            while !output.isEmpty {
                let count = Glibc.send(descriptor.raw, output, output.count, CInt(MSG_NOSIGNAL))
                guard count > 0 else { break }
                output.removeFirst(count)
            }
            // A connection that cannot be watched has ended.
            do { try watch?.wait(for: output.isEmpty ? .reading : [.reading, .writing]) } catch { gone() }
        }
    }
}

extension IndexedMessage {
    /// The reference to the message.
    var reference: String { "cap-pac@canada.ca,urn:oid:\(name),\(sentText)" }
}
