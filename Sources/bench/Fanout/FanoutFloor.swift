import Glibc
import Records
import Systemd

/// The minimal server: the first connection publishes, all others receive what it publishes.
///
/// Subscribers are not watched: the next send notices a disconnection.
final class FanoutFloor {
    private let listener: CInt
    private let memory: MirroredMemory
    private var end = 0
    private var subscribers: [(descriptor: CInt, position: Int)] = []
    private var room = [UInt8](repeating: 0, count: 65_536)

    init(at path: String) throws {
        memory = try MirroredMemory(capacity: 4 << 20)
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard BenchSocket.withAddress(path, call: { bind(listener, $0, $1) }) == 0,
            listen(listener, 4_096) == 0
        else {
            throw SystemError.last("bind", path)
        }
    }

    /// Serves until the process is killed.
    func run() throws {
        let publisher = accept(listener, nil, nil)
        guard publisher >= 0 else { throw SystemError.last("accept") }
        var ready = [
            pollfd(fd: publisher, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&ready, 2, -1) > 0 {
            if ready[1].revents != 0 { welcome() }
            if ready[0].revents != 0 {
                let count = recv(publisher, &room, room.count, 0)
                if count <= 0 { return }
                publish(count)
            }
        }
    }

    private func welcome() {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, recv(descriptor, &room, room.count, 0) > 0 else { return }
        let subscribed = FanoutRole.welcome
        guard send(descriptor, subscribed, subscribed.count, CInt(MSG_NOSIGNAL)) > 0 else { return }
        subscribers.append((descriptor, end))
    }

    /// Publishes the number of frames in the request.
    private func publish(_ count: Int) {
        let digits = room[..<count].filter { $0.isDigit }
        let frames = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        for number in 0..<frames {
            let frame = FanoutRole.frame(FanoutChange.first + Int64(number))
            frame.withUnsafeBytes { frame in
                (memory.base + end % memory.count).copyMemory(
                    from: frame.baseAddress!, byteCount: frame.count)
            }
            end += frame.count
        }
        if frames == 0 { closeGone() } else { flush() }
    }

    /// Closes disconnected subscribers; the first connection stays.
    private func closeGone() {
        for subscriber in subscribers.dropFirst() { close(subscriber.descriptor) }
        subscribers.removeLast(max(0, subscribers.count - 1))
    }

    private func flush() {
        let (memory, size, end) = (memory.base, memory.count, end)
        subscribers.withUnsafeMutableBufferPointer { subscribers in
            for place in subscribers.indices {
                let position = subscribers[place].position
                let sent = send(
                    subscribers[place].descriptor, memory + position % size, end - position,
                    CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
                if sent > 0 { subscribers[place].position += sent }
            }
        }
    }
}
