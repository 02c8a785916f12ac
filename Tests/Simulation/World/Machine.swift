import Definitions
import Glibc
import SimulatedSystem

/// The simulated machine: its directories, and the daemon that it runs.
final class Machine {
    /// The directory that holds all others.
    let root: String
    let directories: Directories
    /// The value of MaxConnections=; small, so that it can be used up.
    static let mostConnections = 96
    /// The number of starts of the daemon.
    private(set) var starts = 0
    /// The moment of the last start.
    private(set) var startTime: Nanoseconds = 0
    /// The end of the last sleep.
    private var lastSleep: Nanoseconds = 0

    /// Creates a machine with empty directories below a root, which is emptied first.
    init(root: String) {
        self.root = root
        directories = Directories(
            configuration: root + "/etc", state: root + "/state", run: root + "/run", library: root + "/lib")
        Folder.remove(root)
        for name in ["etc/sources.d", "etc/credentials", "run", "lib/sources.d", "state", "files"] {
            Folder.make("\(root)/\(name)")
        }
        let limits = "[Almanac]\nMaxConnections=\(Machine.mostConnections)\n"
        Folder.write(Array(limits.utf8), to: root + "/etc/almanac.conf")
        setenv("CREDENTIALS_DIRECTORY", root + "/etc/credentials", 1)
        simulated_disk(directories.state)
        Machine.holdSignals()
    }

    /// Blocks signals until the daemon receives them, which may have only just started.
    private static func holdSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    /// The path of the daemon's socket.
    var socketPath: String { directories.run + "/io.almanac" }

    /// Whether the daemon runs.
    var isRunning: Bool { simulated_is_running() }

    /// Starts the daemon, which inherits the descriptors that its predecessor stored.
    func start() {
        starts += 1
        startTime = simulated_time()
        simulated_pass_descriptors()
        simulated_start({ _ in MainActor.assumeIsolated { DaemonProcess.run() } }, nil)
    }

    /// Ends the daemon like SIGKILL: what it wrote stays.
    func kill() {
        simulated_kill()
        simulated_disk_release()
    }

    /// Closes the descriptors of a daemon that has ended, and so the connections of those who wait for it.
    func reap() { simulated_kill() }

    /// Ends the machine: what was not synchronized may be lost, and /run is empty after the next start.
    func cutPower() {
        simulated_kill()
        simulated_drop_descriptors()
        simulated_disk_power_cut()
        Folder.remove(directories.run)
        Folder.make(directories.run)
    }

    /// Lets the machine sleep.
    func suspend(for time: Nanoseconds) {
        simulated_suspend(time)
        lastSleep = simulated_time()
    }

    /// Whether the machine has not slept since a moment.
    func wasAwake(since moment: Nanoseconds) -> Bool { lastSleep < moment }

    /// Requests the daemon to stop.
    func stop() { Glibc.kill(getpid(), SIGTERM) }

    /// Requests the daemon to read its configuration again.
    func reload() { Glibc.kill(getpid(), SIGHUP) }
}
