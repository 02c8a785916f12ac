package import Glibc
import Systemd

/// A program to run, with its arguments and environment.
package struct Command {
    let words: [String]
    var environment: [String: String] = [:]
    /// The file that the program reads as its standard input.
    let input: String
    /// The file that the program writes as its standard output; `nil` for a pipe.
    let sink: String?

    package init(
        _ words: [String], environment: [String: String] = [:], input: String = "/dev/null",
        sink: String? = nil
    ) {
        self.words = words
        self.environment = environment
        self.input = input
        self.sink = sink
    }

    /// Starts the program, with its output to pipes or a terminal; returns `nil` if this fails.
    package func start(on terminal: CInt? = nil) -> (pid: pid_t, output: CInt, error: CInt)? {
        var (output, error): ([CInt], [CInt]) = ([0, 0], [0, 0])
        guard pipe(&output) == 0, pipe(&error) == 0 else { return nil }
        for end in output + error { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        if let terminal {
            posix_spawn_file_actions_adddup2(&actions, terminal, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, terminal ?? output[1], 1)
        if let sink { posix_spawn_file_actions_addopen(&actions, 1, sink, O_WRONLY, 0) }
        posix_spawn_file_actions_adddup2(&actions, terminal ?? error[1], 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var pid: pid_t = 0
        var settings = environment.map { "\($0.key)=\($0.value)" }
        // `make coverage` counts what the program reaches, too.
        if let profile = getenv("LLVM_PROFILE_FILE") {
            settings.append("LLVM_PROFILE_FILE=\(String(cString: profile))")
        }
        let result = withStrings(words) { arguments in
            withStrings(settings) { posix_spawn(&pid, words[0], &actions, nil, arguments, $0) }
        }
        close(output[1])
        close(error[1])
        return result == 0 ? (pid, output[0], error[0]) : nil
    }

    /// Returns the path of a program that is built next to the tests.
    package static func built(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let own = String(decoding: path[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }

    private func withStrings<R>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
        let strings = texts.map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}

/// Files that tests read.
package enum File {
    /// Returns the bytes of a file; `nil` if it cannot be read.
    package static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    /// Writes a file.
    package static func write(_ text: String, _ path: String) throws {
        try write(Array(text.utf8), path)
    }

    /// Writes a file of bytes.
    package static func write(_ bytes: [UInt8], _ path: String) throws {
        guard let file = fopen(path, "w") else { throw SystemError.last("open", path) }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
