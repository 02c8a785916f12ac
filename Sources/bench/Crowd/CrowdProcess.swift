import Glibc
import Records
import Systemd

/// A process of the crowd benchmark, and the lines that it prints.
final class CrowdProcess {
    /// Where the almanac lives.
    let folder: String
    let process: pid_t
    private let output: CInt
    private var pending: [UInt8] = []
    private let isHouse: Bool

    /// Starts an almanac whose table has so many rows of a length, and waits until it has read them.
    static func house(rows: Int, length: Int) throws -> CrowdProcess {
        var name = Array("/tmp/bench.XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw SystemError.last("mkdtemp") }
        let folder = String(decoding: name.dropLast().map(UInt8.init), as: UTF8.self)
        try CrowdTable.write(0, rows: rows, length: length, in: folder)
        let house = try CrowdProcess("serve", folder, isHouse: true)
        while try CrowdArrival.status(at: folder + "/run/io.almanac", patience: 500)["records"]?.int != rows {
            usleep(10_000)
        }
        return house
    }

    /// Starts readers of an almanac.
    static func readers(of house: CrowdProcess) throws -> CrowdProcess {
        try CrowdProcess("read", house.folder, isHouse: false)
    }

    private init(_ role: String, _ folder: String, isHouse: Bool) throws {
        (self.folder, self.isHouse) = (folder, isHouse)
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        let words = ["/proc/self/exe", "crowd", role, folder]
        var texts = words.map { strdup($0) } + [nil]
        defer {
            for text in texts { free(text) }
            posix_spawn_file_actions_destroy(&actions)
            close(ends[1])
        }
        var process = pid_t()
        let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, &texts, environ)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result) }
        (self.process, output) = (process, ends[0])
    }

    /// Ends it; what it left is removed with the almanac.
    func end() {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(output)
        // What stays in /tmp does no harm.
        if isHouse { _ = BenchFiles.output(of: "rm -rf '\(folder)'") }
    }

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
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 60_000) > 0, case let count = read(output, &slice, slice.count), count > 0
            else { throw BenchError(description: "a process of the crowd says no more") }
            pending += slice[..<count]
        }
    }

    /// Waits for a line that must be the next.
    func expect(_ text: String) throws {
        let line = try line()
        guard line == text else { throw BenchError(description: "the readers said: \(line)") }
    }

    /// How much memory it has, MiB.
    func resident() throws -> Double {
        let words = String(decoding: BenchFiles.bytes("/proc/\(process)/statm"), as: UTF8.self).split(
            separator: " ")
        guard words.count > 1, let pages = Double(words[1]) else {
            throw BenchError(description: "cannot tell the memory of a process")
        }
        return pages * Double(getpagesize()) / 1_048_576
    }
}
