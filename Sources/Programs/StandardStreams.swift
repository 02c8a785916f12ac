import Glibc

/// Writes a line to standard output.
public func say(_ text: String) { write(text, to: STDOUT_FILENO) }

/// Writes a line to standard error, with the program's name.
public func complain(_ text: String) { write("\(programName): \(text)", to: STDERR_FILENO) }

/// The last part of the path with which the program was started.
private var programName: Substring {
    CommandLine.arguments.first?.split(separator: "/").last ?? "almanac"
}

private func write(_ text: String, to descriptor: CInt) {
    let bytes = Array((text + "\n").utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // The reader closed the other end and does not want the rest.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}
