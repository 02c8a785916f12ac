import Glibc
import Records
import Systemd

/// A connection of `RawHub`.
final class RawHubPeer {
    /// Whether the leaf has subscribed.
    var isSubscribed = false
    /// Declared before its descriptor, so that it ends first.
    private var watch: IOWatch?
    private let descriptor: FileDescriptor
    private let heard: (JSON, RawHubPeer) -> Void
    private let gone: () -> Void
    private var input: [UInt8] = []
    private var output: ArraySlice<UInt8> = []
    /// The number of bytes to send before the end of the connection; `nil` for no end.
    private var rest: Int?

    init(
        _ descriptor: consuming FileDescriptor, on loop: EventLoop, end: Int?,
        heard: @escaping (JSON, RawHubPeer) -> Void, gone: @escaping () -> Void
    ) {
        self.descriptor = descriptor
        self.heard = heard
        self.gone = gone
        rest = end
        watch = try? loop.watch(self.descriptor.raw, for: .reading) { [unowned self] in serve($0) }
    }

    /// Sends bytes, those that the socket does not accept later.
    func send(_ bytes: [UInt8]) {
        let count = min(bytes.count, rest ?? bytes.count)
        output += bytes[..<count]
        rest? -= count
    }

    private func serve(_ ready: Readiness) {
        if ready.contains(.reading) || ready.contains(.hangUp) {
            var room = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor.raw, &room, room.count, 0)
            guard count > 0 else { return gone() }
            input += room[..<count]
            take()
        }
        flush()
    }

    private func take() {
        while let end = input.firstIndex(of: 0) {
            // A call of the leaf is always JSON.
            let call = (try? JSON(parsing: Array(input[..<end]))) ?? .null
            input.removeFirst(end + 1)
            heard(call, self)
        }
    }

    /// Sends what the socket accepts.
    func flush() {
        while !output.isEmpty {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor.raw, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN { return wait(for: [.reading, .writing]) }
            guard count > 0 else { return gone() }
            output.removeFirst(count)
        }
        output = []
        if rest == 0 { gone() } else { wait(for: .reading) }
    }

    private func wait(for events: Readiness) {
        // A connection that cannot be watched has ended.
        do { try watch?.wait(for: events) } catch { gone() }
    }
}
