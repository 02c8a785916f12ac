import Glibc
import Systemd
import Testing

/// A program to be run, with what it is given.
struct Command {
    let words: [String]
    var environment: [String: String] = [:]

    init(_ words: [String], environment: [String: String] = [:]) {
        (self.words, self.environment) = (words, environment)
    }

    /// Starts it, its output to pipes or to a terminal; `nil` when that is not possible.
    func start(on terminal: CInt? = nil) -> (pid: pid_t, output: CInt, error: CInt)? {
        var (output, error): ([CInt], [CInt]) = ([0, 0], [0, 0])
        guard pipe(&output) == 0, pipe(&error) == 0 else { return nil }
        for end in output + error { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        if let terminal {
            posix_spawn_file_actions_adddup2(&actions, terminal, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, terminal ?? output[1], 1)
        posix_spawn_file_actions_adddup2(&actions, terminal ?? error[1], 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var pid: pid_t = 0
        let settings = environment.map { "\($0.key)=\($0.value)" }
        let result = withStrings(words) { arguments in
            withStrings(settings) { posix_spawn(&pid, words[0], &actions, nil, arguments, $0) }
        }
        close(output[1])
        close(error[1])
        return result == 0 ? (pid, output[0], error[0]) : nil
    }

    private func withStrings<R>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
        let strings = texts.map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}

/// Files that tests read.
enum File {
    /// The bytes of a file; `nil` when it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    /// Writes a file.
    static func write(_ text: String, _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }
}
