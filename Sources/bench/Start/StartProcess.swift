import Glibc
import Systemd

/// A process that is measured from outside.
final class StartProcess {
    private let number: pid_t
    private var isOver = false

    /// Starts a program; what it says is dropped.
    ///
    /// - Parameters:
    ///   - arguments: The program and what it is told.
    ///   - environment: What it knows of its surroundings, `NAME=VALUE`.
    /// - Throws: When it cannot be started.
    init(_ arguments: [String], environment: [String] = []) throws {
        var process = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        var words = arguments.map { strdup($0) } + [nil]
        var surroundings = environment.map { strdup($0) } + [nil]
        defer { for text in words + surroundings { free(text) } }
        let result = posix_spawn(&process, arguments[0], &actions, nil, &words, &surroundings)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result, detail: arguments[0]) }
        number = process
    }

    isolated deinit {
        guard !isOver else { return }
        kill(number, SIGKILL)
        waitpid(number, nil, 0)
    }

    /// Runs a program to its end.
    static func run(_ arguments: [String]) throws { StartProcess.wait(try StartProcess(arguments)) }

    private static func wait(_ process: StartProcess) {
        waitpid(process.number, nil, 0)
        process.isOver = true
    }

    /// Asks it to end, and waits until it has.
    func stop() throws {
        kill(number, SIGTERM)
        StartProcess.wait(self)
    }

    /// How much of it is in memory, shared pages included, megabytes of 10^6 bytes.
    func resident() throws -> Double {
        Double(try value("Rss:", in: "/proc/\(number)/smaps_rollup")) * 1024 / 1e6
    }

    /// Its processor time so far, seconds.
    func cpu() throws -> Double {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw SystemError.last("clock_getcpuclockid")
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How often its threads wake up in a minute, by what they do in so many seconds.
    func wakeups(within seconds: Double) throws -> Double {
        let before = try switches()
        usleep(useconds_t(seconds * 1e6))
        return Double(try switches() - before) * 60 / seconds
    }

    /// How often its threads waited for something so far.
    private func switches() throws -> Int {
        guard let folder = opendir("/proc/\(number)/task") else { throw SystemError.last("opendir") }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            count += try value("voluntary_ctxt_switches:", in: "/proc/\(number)/task/\(name)/status")
        }
        return count
    }

    /// The number behind a word that begins a line.
    private func value(_ word: String, in path: String) throws -> Int {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        var room = [UInt8](repeating: 0, count: 8192)
        let count = max(0, read(file.raw, &room, room.count))
        for line in String(decoding: room[..<count], as: UTF8.self).split(separator: "\n")
        where line.hasPrefix(word) {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count > 1, let value = Int(words[1]) { return value }
        }
        throw BenchError(description: "\(path) says no \(word)")
    }
}
