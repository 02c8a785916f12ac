import Glibc
import Systemd

/// `openssl s_server` on a free port of the loopback; ended when it is let go.
nonisolated final class TLSServer {
    /// The port it listens on.
    let port: Int
    private let process: pid_t

    /// Starts it; `options` are those of s_server(1).
    init(_ options: String) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        defer { ends.forEach { close($0) } }
        process = try TLSServer.start(
            "exec openssl s_server -accept 127.0.0.1:0 -www \(options) 2>/dev/null", ends)
        port = try TLSServer.readPort(ends[0])
    }

    private static func start(_ command: String, _ ends: [CInt]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup("-c"), strdup(command), nil]
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawn(&process, "/bin/sh", &actions, nil, words, environ)
        guard result == 0 else { throw SystemError(call: "posix_spawn", code: result) }
        return process
    }

    /// s_server says `ACCEPT 127.0.0.1:40123` when it listens.
    private static func readPort(_ raw: CInt) throws -> Int {
        var (text, bytes) = ("", [UInt8](repeating: 0, count: 4096))
        while true {
            let got = read(raw, &bytes, bytes.count)
            guard got > 0 else { throw SystemError(call: "openssl s_server", code: EIO, detail: text) }
            text += String(decoding: bytes[..<got], as: UTF8.self)
            for line in text.split(separator: "\n").filter({ $0.hasPrefix("ACCEPT") }) {
                if let port = line.split(separator: ":").last.flatMap({ Int($0) }) { return port }
            }
        }
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
