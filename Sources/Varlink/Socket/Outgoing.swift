import Glibc

/// Bytes that wait to be sent, and how far they have been.
///
/// Whole arrays that are given while nothing waits are not copied: thousands of connections that are sent the
/// same bytes share them.
nonisolated struct Outgoing {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// How many bytes wait.
    var count: Int { bytes.count - sent }

    var isEmpty: Bool { sent == bytes.count }

    /// What waits.
    var waiting: [UInt8] { Array(bytes[sent...]) }

    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            (bytes, sent) = (more, 0)
        } else {
            makeRoom()
            bytes.append(contentsOf: more)
        }
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        makeRoom()
        bytes.append(contentsOf: more)
    }

    mutating func removeAll() { (bytes, sent) = ([], 0) }

    /// Sends what it can without waiting.
    ///
    /// - Returns: 0 when all went or there is no room for more now, else the `errno`.
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

/// Neither waits nor raises SIGPIPE.
nonisolated let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
