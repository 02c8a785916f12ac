import Glibc

/// A subscriber that reads when it is told to, and checks each change as it comes.
final class RawReader {
    /// How many changes it has read.
    private(set) var count = 0
    /// What it read instead of the change that was due; `nil` while all is well.
    private(set) var fault: String?
    private let socket: RawSocket
    private let expected: (Int) -> String
    private var line: [UInt8] = []

    /// Connects and asks for changes, one event a line.
    ///
    /// - Parameters:
    ///   - path: Where the daemon listens.
    ///   - call: The call, without the newline.
    ///   - expected: What the change at a place must contain.
    init(_ path: String, _ call: String, expecting expected: @escaping (Int) -> String) {
        self.expected = expected
        socket = RawSocket(path)
        socket.send(call + "\n")
    }

    /// Reads all that is there.
    func read() {
        while var bytes = socket.receive() {
            while let end = bytes.withUnsafeBytes({ newline($0) }) {
                line += bytes.prefix(end)
                take()
                bytes = bytes.dropFirst(end + 1)
            }
            line += bytes
        }
    }

    private func newline(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private func take() {
        line.append(0)
        if contains(#""event":"changed""#) {
            if !contains(expected(count)), fault == nil {
                fault = String(decoding: line.dropLast(), as: UTF8.self)
            }
            count += 1
        }
        line.removeAll(keepingCapacity: true)
    }

    private func contains(_ text: String) -> Bool {
        // Events are text without zeros.
        text.withCString { text in
            line.withUnsafeBytes { strstr($0.baseAddress!.assumingMemoryBound(to: CChar.self), text) } != nil
        }
    }
}
