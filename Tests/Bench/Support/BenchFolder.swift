import Glibc
import Systemd

/// A temporary directory for one measurement, removed with this object.
final class BenchFolder {
    /// The path of the directory.
    let path: String

    /// Creates the directory.
    ///
    /// - Parameter folders: The directories to create in it, parents first.
    /// - Throws: The system error.
    init(with folders: [String] = []) throws {
        var template = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp", "/tmp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        for name in folders {
            guard mkdir("\(path)/\(name)", 0o755) == 0 else { throw SystemError.last("mkdir", name) }
        }
    }

    isolated deinit {
        // Files that cannot be removed remain in /tmp, which is emptied by the system.
        _ = BenchFiles.output(of: "rm -rf '\(path)'")
    }

    /// Writes a file atomically.
    ///
    /// - Throws: An error if it cannot be written.
    func write(_ text: String, to name: String) throws {
        try BenchFiles.write(Array(text.utf8), to: "\(path)/\(name)")
    }
}
