import Glibc
import Systemd

/// A server in its own process that prints its port on its standard output; killed when released.
nonisolated final class ServerProcess {
    /// The port that it listens on.
    let port: Int
    private let process: pid_t

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - command: A shell command.
    ///   - readPort: Returns the port from a line of output, or `nil` from other lines.
    /// - Throws: When the server ends without printing a port.
    init(_ command: String, readPort: (Substring) -> Int?) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        defer { close(ends[0]) }
        process = try ServerProcess.start(command, output: ends[1])
        close(ends[1])
        port = try ServerProcess.firstPort(from: ends[0], command, readPort)
    }

    private static func start(_ command: String, output: CInt) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addclose(&actions, output)
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup("-c"), strdup(command), nil]
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawn(&process, "/bin/sh", &actions, nil, words, environ)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result) }
        return process
    }

    private static func firstPort(
        from raw: CInt, _ command: String, _ readPort: (Substring) -> Int?
    ) throws -> Int {
        var (text, bytes) = ("", [UInt8](repeating: 0, count: 4096))
        while true {
            let count = read(raw, &bytes, bytes.count)
            guard count > 0 else { throw SystemError(call: command, code: EIO, detail: text) }
            text += String(decoding: bytes[..<count], as: UTF8.self)
            guard text.last == "\n" else { continue }
            if let port = text.split(separator: "\n").lazy.compactMap(readPort).first { return port }
        }
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
