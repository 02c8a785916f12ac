import AlmanacClient
import Glibc
import Systemd
import Varlink

/// A connection to the daemon whose waits end when a bell rings.
struct Wire: ~Copyable {
    private let socket: FileDescriptor
    private let bell: CInt
    private var frames = FrameReader(limit: 64 << 20, framing: .nul)
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Connects without waiting: a daemon whose queue is full is unreachable for now.
    init(to path: String, bell: CInt) throws(AlmanacError) {
        do throws(SystemError) {
            let socket = try UnixAddress.socket(blocking: false)
            let raw = socket.raw
            let address = try UnixAddress(path)
            guard address.with({ connect(raw, $0, $1) }) == 0 else { throw .last("connect", path) }
            self.socket = socket
            self.bell = bell
        } catch {
            throw .unreachable(error)
        }
    }

    /// Sends a message, waiting until the socket takes all of it or the wait is cancelled.
    func send(_ message: [UInt8], isCancelled: () -> Bool) throws(AlmanacError) {
        var rest = message[...]
        while !rest.isEmpty, !isCancelled() {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.raw, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                wait(for: POLLOUT)
            } else if count < 0, errno != EINTR {
                throw .disconnected
            }
        }
    }

    /// Returns the next message that has arrived completely; `nil` if there is none.
    mutating func next() throws(AlmanacError) -> ReplyMessage? {
        do {
            return try frames.next().map { frame in try ReplyMessage(parsing: frame) }
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// Waits for data, or until the bell rings, and reads once.
    ///
    /// - Throws: `disconnected` after the end of the data.
    mutating func fill() throws(AlmanacError) {
        wait(for: POLLIN)
        let count = recv(socket.raw, &buffer, buffer.count, 0)
        if count > 0 {
            buffer.withUnsafeBytes { frames.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            throw .disconnected
        }
    }

    /// Waits until the bell rings.
    func waitForBell() {
        var poll = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
        // An error, such as a signal, is a reason to look again, no more.
        _ = Glibc.poll(&poll, 1, -1)
    }

    private func wait(for events: CInt) {
        var polls = [
            pollfd(fd: socket.raw, events: Int16(events), revents: 0),
            pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        ]
        // An error, such as a signal, is a reason to look again, no more.
        _ = Glibc.poll(&polls, 2, -1)
    }
}
