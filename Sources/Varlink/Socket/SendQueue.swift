import Glibc

/// Bytes that wait to be sent, and the number that have been sent.
///
/// An array that is appended while nothing waits is not copied: thousands of connections that are sent the
/// same bytes share it.
nonisolated struct SendQueue {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// The number of waiting bytes.
    var count: Int { bytes.count - sent }

    /// The number of bytes held, including the sent ones before the waiting bytes.
    var held: Int { bytes.count }

    var isEmpty: Bool { sent == bytes.count }

    /// The waiting bytes.
    var waiting: [UInt8] { Array(bytes[sent...]) }

    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            bytes = more
            sent = 0
        } else {
            makeRoom()
            bytes.append(contentsOf: more)
        }
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        makeRoom()
        bytes.append(contentsOf: more)
    }

    mutating func removeAll() {
        bytes = []
        sent = 0
    }

    /// Sends as much as possible without blocking.
    ///
    /// - Returns: 0 if everything was sent or the socket is full, otherwise the `errno`.
    mutating func send(to descriptor: CInt) -> CInt {
        while !isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, self.count, sendFlags)
            }
            if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : errno }
            sent += count
        }
        removeAll()
        return 0
    }

    private mutating func makeRoom() {
        guard sent > bytes.count / 2 else { return }
        bytes.removeFirst(sent)
        sent = 0
    }
}

/// The flags of each send: do not block and do not raise SIGPIPE.
nonisolated let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
