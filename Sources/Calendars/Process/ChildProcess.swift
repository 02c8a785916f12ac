import CConfinement
import Glibc
import Systemd

/// A process of this program with pipes to its standard input and output; it is killed when its owner is
/// destroyed.
struct ChildProcess: ~Copyable {
    /// The writing end of its standard input.
    let input: FileDescriptor
    /// The reading end of its standard output.
    let output: FileDescriptor
    private var process: pid_t?

    /// Starts a program.
    ///
    /// It has no environment and no descriptor but its pipes, not even for errors, whatever other libraries
    /// of this process have open, and it blocks and ignores no signal.
    ///
    /// - Throws: The error of pipe2(2) or posix_spawn(3).
    init(_ program: String, _ arguments: [String]) throws(SystemError) {
        let toChild = try Pipe()
        let fromChild = try Pipe()
        process = try ChildProcess.spawn(
            program, arguments, input: toChild.reading.raw, output: fromChild.writing.raw)
        input = toChild.releaseWriting()
        output = fromChild.releaseReading()
    }

    /// Waits for the end of the process, which must have been announced by the end of its output.
    ///
    /// - Returns: The exit status; `nil` if a signal ended it.
    mutating func finish() -> CInt? {
        guard let process = process.take() else { return nil }
        kill(process, SIGKILL)
        return ChildProcess.wait(for: process)
    }

    deinit {
        guard let process else { return }
        kill(process, SIGKILL)
        _ = ChildProcess.wait(for: process)
    }

    private static func wait(for process: pid_t) -> CInt? {
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    /// The two ends of a pipe.
    private struct Pipe: ~Copyable {
        let reading: FileDescriptor
        let writing: FileDescriptor

        init() throws(SystemError) {
            var ends: (CInt, CInt) = (-1, -1)
            let error = unsafe almanac_pipe(&ends.0, &ends.1)
            guard error == 0 else { throw SystemError(call: "pipe2", code: error) }
            reading = FileDescriptor(owning: ends.0)
            writing = FileDescriptor(owning: ends.1)
        }

        consuming func releaseReading() -> FileDescriptor { reading }
        consuming func releaseWriting() -> FileDescriptor { writing }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], input: CInt, output: CInt
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe almanac_add_close_from(&actions, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        ChildProcess.resetSignals(&attributes)
        var words: [UnsafeMutablePointer<CChar>?] =
            unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { for word in unsafe words { unsafe free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, program, &actions, &attributes, &words, &environment)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result, detail: program) }
        return process
    }

    /// Makes the process begin without blocked and ignored signals; a worker's thread blocks all.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var all = sigset_t()
        var none = sigset_t()
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
}
