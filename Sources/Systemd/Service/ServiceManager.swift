import CSystemd
import Glibc
import Records

/// The notifications to the service manager, and the descriptors it passes.
///
/// Without a service manager these calls have no effect. Their results are ignored, as sd_notify(3) advises:
/// a daemon that cannot report its state still does its work.
public enum ServiceManager {
    /// Whether there is a service manager to notify.
    public static var isThere: Bool { getenv("NOTIFY_SOCKET") != nil }

    /// Reports that the daemon is ready, after the start and after `reloading`.
    ///
    /// - Parameter status: A line for users; `nil` keeps the current one.
    public static func ready(status: String? = nil) {
        notify(["READY=1"] + (status.map { [statusLine($0)] } ?? []))
    }

    /// Sets the line for users that `systemctl status` shows.
    public static func status(_ text: String) { notify([statusLine(text)]) }

    /// Reports that the configuration is being reloaded; `ready` must follow, even if the configuration is
    /// refused.
    ///
    /// Source: sd_notify(3): RELOADING=1 requires the moment on CLOCK_MONOTONIC.
    public static func reloading() {
        notify(["RELOADING=1", "MONOTONIC_USEC=\(SystemClock.monotonic / 1000)"])
    }

    /// Reports that the daemon is exiting.
    public static func stopping() { notify(["STOPPING=1"]) }

    /// Extends the timeout of a start, a reload or a stop: the manager waits this long, from now on, for the
    /// next notification.
    public static func extendTimeout(_ duration: Duration) {
        notify(["EXTEND_TIMEOUT_USEC=\(max(0, duration.microseconds))"])
    }

    /// Reports the error because of which the daemon is about to exit.
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
