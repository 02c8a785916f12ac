import Glibc
import Records
import Showing
import Systemd

/// The terminal, or the file or pipe that replaces it.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is a terminal.
    static var isErrorInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether the environment allows colours.
    ///
    /// Source: no-color.org: NO_COLOR set to a non-empty value.
    static var hasColor: Bool {
        let isRefused = Environment.value(of: "NO_COLOR").map { !$0.isEmpty } ?? false
        return isInteractive && !isRefused && Environment.value(of: "TERM") != "dumb"
    }

    /// The width in columns from COLUMNS or the terminal; `nil` if unlimited.
    static var width: Int? {
        if let set = Environment.value(of: "COLUMNS").flatMap({ Int($0) }), set > 0 { return set }
        return size.map { Int($0.ws_col) }
    }

    /// The height of the terminal in rows; `nil` if there is no terminal.
    static var height: Int? { size.map { Int($0.ws_row) } }

    /// The wall clock.
    static var now: UTC {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTC(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The user's time zone.
    static let zone = Zone { moment -> Zone.LocalTime in
        var seconds = time_t(moment.seconds)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else {
            return Zone.LocalTime(secondsEast: 0, abbreviation: "UTC")
        }
        return Zone.LocalTime(
            secondsEast: local.tm_gmtoff, abbreviation: local.tm_zone.map { String(cString: $0) })
    }

    /// Writes text to standard output. Without a reader the program ends, as with SIGPIPE.
    static func write(_ text: String) {
        if !write(Array(text.utf8), to: STDOUT_FILENO) { exit(CommandStatus.success.rawValue) }
    }

    /// Writes a line to standard error; a failure cannot be reported.
    static func warn(_ line: String) { writeError(line + "\n") }

    /// Writes text to standard error; a failure cannot be reported.
    static func writeError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all bytes, with several calls if necessary.
    ///
    /// - Returns: Whether all bytes were written.
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
