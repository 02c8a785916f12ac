import Glibc
import Records
import Showing
import Systemd

/// The terminal, or whatever the program writes to instead.
enum Terminal {
    /// Whether a person reads what is written to standard output.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a person reads what is written to standard error.
    static var isErrorInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether colours are wanted, as far as the environment tells.
    ///
    /// Source: no-color.org: NO_COLOR set to anything but nothing.
    static var hasColor: Bool {
        let isRefused = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
        return isInteractive && !isRefused && Environment.value(of: "TERM") != "dumb"
    }

    /// Columns, by COLUMNS or the terminal; `nil` when nothing limits them.
    static var width: Int? {
        if let set = Environment.value(of: "COLUMNS").flatMap({ Int($0) }), set > 0 { return set }
        return size.map { Int($0.ws_col) }
    }

    /// Rows of the terminal; `nil` when there is none.
    static var height: Int? { size.map { Int($0.ws_row) } }

    /// The wall clock.
    static var now: UTC {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTC(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The reader's local time.
    static let zone = Zone { moment in
        var seconds = time_t(moment.seconds)
        var local = tm()
        return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
    }

    /// Writes text to standard output. A reader who has left ends the program, as SIGPIPE does.
    static func write(_ text: String) {
        if !write(Array(text.utf8), to: STDOUT_FILENO) { exit(ExitStatus.success.rawValue) }
    }

    /// Writes a line to standard error; there is nobody to tell when that fails.
    static func warn(_ line: String) { writeError(line + "\n") }

    /// Writes text to standard error; there is nobody to tell when that fails.
    static func writeError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all bytes, however many calls that takes.
    ///
    /// - Returns: Whether all were taken.
    static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static var size: winsize? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return size
    }
}
