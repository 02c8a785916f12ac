import Glibc
import Records
import Systemd

/// Subscribers in a separate process, and the lines that it prints.
final class CrowdProcess {
    private let process: BenchProcess
    private let output: FileDescriptor
    private var pending: [UInt8] = []

    /// Starts subscribers of the almanac at `socketPath`.
    ///
    /// - Throws: An error if the process cannot be started.
    init(at socketPath: String) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        output = FileDescriptor(owning: ends[0])
        let input = FileDescriptor(owning: ends[1])
        for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) != 0 { throw SystemError.last("fcntl") }
        process = try BenchProcess(["/proc/self/exe", "crowd", "read", socketPath], output: input.raw)
    }

    /// Stops the process.
    func halt() { process.signal(SIGSTOP) }

    /// Continues the process.
    func resume() { process.signal(SIGCONT) }

    /// Stops it.
    func end() { process.end() }

    /// Returns the next line of output.
    ///
    /// - Throws: An error if none arrives within a minute.
    func line() throws -> String {
        var slice = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = pending.firstIndex(of: .newline) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            var ready = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 60_000) > 0, case let count = read(output.raw, &slice, slice.count),
                count > 0
            else { throw BenchError(description: "a process of the crowd has ended") }
            pending += slice[..<count]
        }
    }

    /// Waits for a line, which must be the next one.
    func expect(_ text: String) throws {
        let line = try line()
        guard line == text else {
            throw BenchError(description: "unexpected line of the subscribers: \(line)")
        }
    }
}
