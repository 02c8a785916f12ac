import Glibc
import Systemd

/// A connection of the test server.
final class HTTPPeer {
    /// Declared before its descriptor, so that it ends first: a child process that is being spawned may hold
    /// the descriptor open.
    private var watch: IOWatch?
    private let descriptor: FileDescriptor
    private let heard: (_ head: String, _ position: Int) -> [HTTPServer.Act]
    private let gone: () -> Void
    private var input: [UInt8] = []
    private var requests = 0
    private var acts: [HTTPServer.Act] = []
    private var output: [UInt8] = []

    init(
        _ descriptor: consuming FileDescriptor, on loop: EventLoop,
        _ greeting: [HTTPServer.Act],
        heard: @escaping (_ head: String, _ position: Int) -> [HTTPServer.Act], gone: @escaping () -> Void
    ) {
        self.descriptor = descriptor
        self.heard = heard
        self.gone = gone
        acts = greeting
        watch = try? loop.watch(self.descriptor.raw, for: .reading) { [unowned self] ready in serve(ready) }
        if !greeting.isEmpty { loop.next { [weak self] in self?.flush() } }
    }

    private func serve(_ ready: Readiness) {
        if ready.contains(.reading) || ready.contains(.hangUp) {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let got = recv(descriptor.raw, &bytes, bytes.count, 0)
            if got <= 0 { return gone() }
            input += bytes[..<got]
            takeHeads()
        }
        flush()
    }

    private func takeHeads() {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        while let at = input.indices.first(where: { input[$0...].starts(with: end) }) {
            let head = String(decoding: input[..<at], as: UTF8.self)
            input.removeFirst(at + end.count)
            requests += 1
            acts += heard(head, requests)
        }
    }

    private func flush() {
        while refill() {
            let sent = send(descriptor.raw, output, output.count, CInt(MSG_NOSIGNAL))
            if sent < 0, errno == EAGAIN {
                return wait(for: [.reading, .writing])
            }
            guard sent > 0 else { return gone() }
            if sent == output.count { output = [] } else { output.removeFirst(sent) }
        }
        wait(for: .reading)
    }

    private func wait(for events: Readiness) {
        // A connection that cannot be watched has ended.
        do { try watch?.wait(for: events) } catch { gone() }
    }

    /// Starts the next act when the previous one is done; returns whether there is anything to send.
    private func refill() -> Bool {
        while output.isEmpty, let act = acts.first {
            switch act {
            case .say(let text): output = Array(text.utf8)
            case .bytes(let bytes): output = bytes
            case .forever(let bytes):
                // Repeats a short piece, to send many of them with one system call.
                while output.count < 65_536 { output += bytes }
                return true
            case .keepSilent: return false
            case .reset:
                var rudely = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    descriptor.raw, SOL_SOCKET, SO_LINGER, &rudely, socklen_t(MemoryLayout<linger>.size))
                gone()
                return false
            case .close:
                gone()
                return false
            }
            acts.removeFirst()
        }
        return !output.isEmpty
    }
}
