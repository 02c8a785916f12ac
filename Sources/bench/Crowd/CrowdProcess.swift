import Glibc
import Systemd

/// Readers as a process of their own, and the lines that it prints.
final class CrowdProcess {
    private let process: BenchProcess
    private let output: FileDescriptor
    private var pending: [UInt8] = []

    /// Starts readers of an almanac that serves at `door`.
    ///
    /// - Throws: When it cannot be started.
    init(at door: String) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        output = FileDescriptor(owning: ends[0])
        let input = FileDescriptor(owning: ends[1])
        for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) != 0 { throw SystemError.last("fcntl") }
        process = try BenchProcess(["/proc/self/exe", "crowd", "read", door], output: input.raw)
    }

    /// Has it stand still.
    func halt() { process.signal(SIGSTOP) }

    /// Has it go on.
    func resume() { process.signal(SIGCONT) }

    /// Ends it.
    func end() { process.end() }

    /// The next line that it prints.
    ///
    /// - Throws: When it says no more for a minute.
    func line() throws -> String {
        var slice = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            var ready = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 60_000) > 0, case let count = read(output.raw, &slice, slice.count),
                count > 0
            else { throw BenchError(description: "a process of the crowd says no more") }
            pending += slice[..<count]
        }
    }

    /// Waits for a line that must be the next.
    func expect(_ text: String) throws {
        let line = try line()
        guard line == text else { throw BenchError(description: "the readers said: \(line)") }
    }
}
