import CSystemd
import Glibc

/// The destination of log entries.
public enum Journal {
    /// The least severe level that is written; set by `SYSTEMD_LOG_LEVEL`, otherwise `info`.
    public static var minimum: LogLevel =
        Environment.value(of: "SYSTEMD_LOG_LEVEL").flatMap { LogLevel($0) } ?? .info

    /// Whether standard error is the journal, according to the service manager; false for a terminal or a
    /// file.
    ///
    /// Source: systemd.exec(5), $JOURNAL_STREAM: device and inode of the stream.
    public static let isConnected: Bool = {
        var status = stat()
        guard let stream = Environment.value(of: "JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }()

    static func write(_ entry: JournalEntry) {
        if isConnected { send(entry) } else { write(entry.line) }
    }

    private static func send(_ entry: JournalEntry) {
        var bytes = entry.fields.flatMap { Array("\($0.name)=\($0.value)".utf8) }
        let lengths = entry.fields.map { $0.name.utf8.count + 1 + $0.value.utf8.count }
        bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            let parts = lengths.map { length in
                defer { start += length }
                return iovec(iov_base: buffer.baseAddress?.advanced(by: start), iov_len: length)
            }
            // A journal that rejects entries must not stop the daemon, and the error cannot be reported
            // elsewhere.
            _ = sd_journal_sendv(parts, CInt(parts.count))
        }
    }

    private static func write(_ line: String) {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // A standard error that rejects output must not stop the daemon, and the error cannot be reported
            // elsewhere.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
