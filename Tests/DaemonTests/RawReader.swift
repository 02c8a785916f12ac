import Glibc

/// A subscriber that reads only when the test tells it to, and checks each change.
final class RawReader {
    /// The number of changes read.
    private(set) var count = 0
    /// The text that it received instead of the expected change; `nil` if there was no such error.
    private(set) var fault: String?
    private let socket: RawSocket
    private let expected: (Int) -> String
    private var line: [UInt8] = []

    /// Connects and subscribes, with one event per line.
    ///
    /// - Parameters:
    ///   - path: The path of the daemon's socket.
    ///   - call: The call, without the newline.
    ///   - expected: Returns the text that the change at an index must contain.
    init(_ path: String, _ call: String, expecting expected: @escaping (Int) -> String) {
        self.expected = expected
        socket = RawSocket(path)
        socket.send(call + "\n")
    }

    /// Reads everything that is available.
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
        // Events are text without NUL bytes.
        text.withCString { text in
            line.withUnsafeBytes { strstr($0.baseAddress!.assumingMemoryBound(to: CChar.self), text) } != nil
        }
    }
}
