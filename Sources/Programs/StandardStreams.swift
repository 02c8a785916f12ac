import Glibc

/// Writes a line to standard output.
public func say(_ text: String) { write(Array("\(text)\n".utf8), to: STDOUT_FILENO) }

/// Writes a line to standard error, with the program's name.
public func complain(_ text: String) {
    write(Array("\(programName): \(text)\n".utf8), to: STDERR_FILENO)
}

/// The last part of the path with which the program was started.
private var programName: Substring {
    ProgramArguments.all.first?.split(separator: "/").last ?? "almanac"
}

private func write(_ bytes: [UInt8], to descriptor: CInt) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // The reader closed the other end and does not want the rest.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Lines for standard output that are written in blocks, as stdio(3) does, or at once if a terminal shows them.
public final class OutputLines {
    private static let block = 1 << 16

    private var bytes: [UInt8] = []
    private let isImmediate = isatty(STDOUT_FILENO) == 1

    /// Begins without a line.
    public init() {}

    /// Adds a line, which may be written later.
    public func add(_ line: String) {
        bytes += line.utf8
        bytes.append(UInt8(ascii: "\n"))
        if isImmediate || bytes.count >= Self.block { flush() }
    }

    /// Writes what is not written yet: at the end, and before a line on standard error that belongs after it.
    public func flush() {
        write(bytes, to: STDOUT_FILENO)
        bytes.removeAll(keepingCapacity: true)
    }
}
