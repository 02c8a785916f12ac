import Glibc
import Systemd

/// A process that is measured from outside, and killed when nobody needs it any more.
final class BenchProcess {
    private let number: pid_t
    private var isOver = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program's path and what it is told.
    ///   - environment: What it knows of its surroundings, `NAME=VALUE`; this process's when `nil`.
    ///   - output: Where its standard output goes.
    ///   - errors: Where its standard error goes.
    /// - Throws: When it cannot be started.
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

    /// Waits until it has ended by itself.
    func wait() {
        waitpid(number, nil, 0)
        isOver = true
    }

    /// Asks it to end, and waits until it has.
    func stop() {
        signal(SIGTERM)
        wait()
    }

    /// Kills it, unless it has ended.
    func end() {
        guard !isOver else { return }
        signal(SIGKILL)
        wait()
    }

    /// Sends it a signal.
    func signal(_ signal: CInt) { kill(number, signal) }

    /// How much of it is in memory, shared pages included, bytes.
    func resident() throws -> Int { try BenchFiles.number("Rss:", in: "/proc/\(number)/smaps_rollup") << 10 }

    /// Its processor time so far, nanoseconds.
    func cpu() throws -> Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(number, &clock) == 0 else { throw SystemError.last("clock_getcpuclockid") }
        return Measure.time(clock)
    }

    /// How many descriptors it has open.
    func descriptors() throws -> Int { try BenchFiles.names("/proc/\(number)/fd").count }

    /// How often its threads wake up in a minute, by what they do in so many seconds.
    func wakeups(within seconds: Double) throws -> Double {
        let before = try switches()
        usleep(useconds_t(seconds * 1e6))
        return Double(try switches() - before) * 60 / seconds
    }

    /// How often its threads waited for something so far.
    private func switches() throws -> Int {
        let tasks = "/proc/\(number)/task/"
        return try BenchFiles.names(tasks).map {
            try BenchFiles.number("voluntary_ctxt_switches:", in: "\(tasks)\($0)/status")
        }.reduce(0, +)
    }
}
