/// `openssl s_server` on a free port of the loopback interface; ended when released.
nonisolated final class TLSServer {
    private let process: ServerProcess

    /// The port that it listens on.
    var port: Int { process.port }

    /// Starts the server. `options` are those of s_server(1), which prints `ACCEPT 127.0.0.1:40123` when it
    /// listens; with `-HTTP`, the files of the directory are its responses.
    init(_ options: String, in directory: String = ".") throws {
        let command =
            "cd '\(directory)' && exec openssl s_server -accept 127.0.0.1:0 -www \(options) 2>/dev/null"
        process = try ServerProcess(command) { line in
            line.hasPrefix("ACCEPT") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
        }
    }

    /// Starts a server that sends numbers on lines to a client, and then nothing more, without being asked.
    ///
    /// Its input is a FIFO that it has open itself, so that it does not end.
    init(sending count: Int, _ options: String) throws {
        let directory = try TemporaryDirectory()
        let input =
            "mkfifo '\(directory.path)/input' && exec 0<>'\(directory.path)/input' && seq 1 \(count) >&0"
        let command = "\(input) && exec openssl s_server -accept 127.0.0.1:0 \(options) 2>/dev/null"
        process = try ServerProcess(command) { line in
            line.hasPrefix("ACCEPT") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
        }
    }
}
