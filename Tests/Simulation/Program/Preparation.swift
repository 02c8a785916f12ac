import Glibc
import SimulatedSystem

/// The conditions for repeating a run exactly: addresses and hashes that do not change.
enum Preparation {
    private static let variable = "SWIFT_DETERMINISTIC_HASHING"

    /// Starts the program again without random addresses and hashes, unless that has been done.
    static func restartIfNeeded() {
        guard getenv(variable) == nil else { return }
        setenv(variable, "1", 1)
        setenv("NOTIFY_SOCKET", "/simulated", 1)
        setenv("JOURNAL_STREAM", journalStream, 1)
        if !simulated_fix_addresses() { warn("addresses stay random: runs may differ\n") }
        execv("/proc/self/exe", CommandLine.unsafeArgv)
        perror("execv")
        exit(71)
    }

    private static func warn(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }

    /// Standard error as the journal: see systemd.exec(5), $JOURNAL_STREAM.
    private static var journalStream: String {
        var status = stat()
        fstat(STDERR_FILENO, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }
}
