import Glibc
import Systemd

/// A process that is measured from outside and killed with this object.
final class BenchProcess {
    /// The number of the process.
    let number: pid_t
    private var isOver = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program's path and its arguments.
    ///   - environment: The environment, `NAME=VALUE`; this process's if `nil`.
    ///   - output: The descriptor for its standard output.
    ///   - errors: The descriptor for its standard error.
    /// - Throws: An error if it cannot be started.
    init(
        _ arguments: [String], environment: [String]? = nil, output: CInt = STDOUT_FILENO,
        errors: CInt = STDERR_FILENO
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var words = arguments.map { strdup($0) } + [nil]
        var surroundings = (environment ?? []).map { strdup($0) } + [nil]
        defer { for text in words + surroundings { free(text) } }
        var process = pid_t()
        let result =
            environment == nil
            ? posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
            : posix_spawn(&process, arguments[0], &actions, nil, &words, &surroundings)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result, detail: arguments[0]) }
        number = process
    }

    isolated deinit { end() }

    /// Waits until it exits.
    func wait() {
        waitpid(number, nil, 0)
        isOver = true
    }

    /// Whether it has exited.
    var hasEnded: Bool {
        if !isOver { isOver = waitpid(number, nil, WNOHANG) == number }
        return isOver
    }

    /// Terminates it and waits until it has exited.
    func stop() {
        kill(number, SIGTERM)
        wait()
    }

    /// Kills it, unless it has exited.
    func end() {
        guard !isOver else { return }
        kill(number, SIGKILL)
        wait()
    }

    /// Returns its resident memory including shared pages, in bytes.
    func resident() throws -> Int { try BenchFiles.number("Rss:", in: "/proc/\(number)/smaps_rollup") << 10 }

    /// Returns the most memory that was resident so far, in bytes.
    func peak() throws -> Int { try BenchFiles.number("VmHWM:", in: "/proc/\(number)/status") << 10 }

    /// Returns its memory that is not shared with other processes, in bytes.
    func unshared() throws -> Int {
        try ["Private_Clean:", "Private_Dirty:"].map {
            try BenchFiles.number($0, in: "/proc/\(number)/smaps_rollup") << 10
        }.reduce(0, +)
    }

    /// Returns its CPU time so far, in nanoseconds.
    func cpu() throws -> Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(number, &clock) == 0 else { throw SystemError.last("clock_getcpuclockid") }
        return Clock.time(clock)
    }

    /// Returns the number of its open descriptors.
    func descriptors() throws -> Int { try BenchFiles.names("/proc/\(number)/fd").count }

    /// Returns the number of wake-ups of its threads per minute, measured over a number of seconds. A thread
    /// that has waited for the disk wakes up, too.
    func wakeups(within seconds: Double) throws -> Double {
        let before = try switches()
        usleep(useconds_t(seconds * 1e6))
        return Double(try switches() - before) * 60 / seconds
    }

    /// Returns the number of voluntary context switches of its threads so far.
    func switches() throws -> Int {
        let tasks = "/proc/\(number)/task/"
        return try BenchFiles.names(tasks).map {
            try BenchFiles.number("voluntary_ctxt_switches:", in: "\(tasks)\($0)/status")
        }.reduce(0, +)
    }
}
