import CSystemd
import Glibc
import Records

/// What the service manager is told, and what it hands over.
///
/// Without a service manager nothing happens. What it answers is ignored, as sd_notify(3) advises: a
/// daemon that cannot tell its state still does its work.
public enum ServiceManager {
    /// Whether there is one that is told anything.
    public static var isThere: Bool { getenv("NOTIFY_SOCKET") != nil }

    /// The daemon serves from now on, at start and after `reloading`.
    ///
    /// - Parameter status: One line for people; `nil` leaves what there is.
    public static func ready(status: String? = nil) {
        notify(["READY=1"] + (status.map { [statusLine($0)] } ?? []))
    }

    /// One line for people, shown by `systemctl status`.
    public static func status(_ text: String) { notify([statusLine(text)]) }

    /// The configuration is being read again; `ready` must follow, also when it was refused.
    ///
    /// Source: sd_notify(3): RELOADING=1 wants the moment on CLOCK_MONOTONIC beside it.
    public static func reloading() {
        notify(["RELOADING=1", "MONOTONIC_USEC=\(SystemClock.monotonic / 1000)"])
    }

    /// The daemon ends.
    public static func stopping() { notify(["STOPPING=1"]) }

    /// Starting, reloading or stopping takes longer: the manager waits so long from now on for the next word.
    public static func extendTimeout(_ duration: Duration) {
        notify(["EXTEND_TIMEOUT_USEC=\(max(0, duration.microseconds))"])
    }

    /// The daemon is about to end for this reason.
    public static func failing(_ error: SystemError) {
        notify(["ERRNO=\(error.code)", statusLine("\(error)")])
    }

    private static func notify(_ lines: [String]) {
        _ = sd_notify(0, lines.joined(separator: "\n"))
    }

    private static func statusLine(_ text: String) -> String {
        "STATUS=" + String(text.unicodeScalars.map { $0 == "\n" ? " " : Character($0) })
    }
}
