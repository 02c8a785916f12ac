import Glibc
import Systemd

/// A pair of sockets with which one thread wakes another one from poll(2).
struct Bell: ~Copyable, Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    init() throws(SystemError) {
        var ends: [CInt] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, CInt(bitPattern: type), 0, &ends) == 0 else { throw .last("socketpair") }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    /// The descriptor that is readable after a ring.
    var raw: CInt { reading.raw }

    /// Makes the descriptor readable; a socket that is full is readable already.
    func ring() {
        var byte: UInt8 = 0
        _ = write(writing.raw, &byte, 1)
    }

    /// Makes the descriptor unreadable, until the next ring.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading.raw, &bytes, bytes.count) == bytes.count {}
    }
}
