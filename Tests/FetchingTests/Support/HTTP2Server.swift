import Glibc
import Systemd

/// A real server that speaks only HTTP/2 over TLS; ended when released.
nonisolated final class HTTP2Server {
    private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    private static let modules = root + "/.build/roots/http2/usr/lib/python3/dist-packages"

    /// Whether Python's h2 could be had, see Tests/System/roots.
    static let isPossible = (try? shell("'\(root)/Tests/System/roots' http2 2>/dev/null")) != nil

    /// The file of the certificate to trust.
    var certificate: String { directory.path + "/cert" }
    /// The port that it listens on.
    var port: Int { process.port }

    private let directory: TemporaryDirectory
    private let process: ServerProcess

    init() throws {
        let folder = try TemporaryDirectory()
        directory = folder
        let files = "-keyout \(folder.path)/key -out \(folder.path)/cert"
        try shell(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
                + " -addext subjectAltName=DNS:localhost \(files) 2>/dev/null")
        let script = Self.root + "/Tests/FetchingTests/Support/http2-server"
        let arguments = ["cert", "key", "log"].map { "'\(folder.path)/\($0)'" }.joined(separator: " ")
        let command = "PYTHONPATH='\(Self.modules)' exec python3 '\(script)' \(arguments)"
        process = try ServerProcess(command) { line in
            line.hasPrefix("PORT ") ? Int(line.dropFirst(5)) : nil
        }
    }

    /// The lines of its log.
    func log() throws -> [Substring] {
        String(decoding: try shell("cat '\(directory.path)/log'"), as: UTF8.self).split(separator: "\n")
    }
}
