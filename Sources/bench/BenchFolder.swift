import Glibc
import Systemd

/// A temporary folder for one measurement, removed with it.
final class BenchFolder {
    /// Where it is.
    let path: String

    /// Makes it.
    ///
    /// - Parameter folders: What is made in it, each after the one that it lies in.
    /// - Throws: What the system says.
    init(with folders: [String] = []) throws {
        var template = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp", "/tmp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        for name in folders {
            guard mkdir("\(path)/\(name)", 0o755) == 0 else { throw SystemError.last("mkdir", name) }
        }
    }

    isolated deinit {
        // What cannot be removed stays in /tmp, which is for that.
        _ = BenchFiles.output(of: "rm -rf '\(path)'")
    }

    /// Writes a file whole, in the place of the one before.
    ///
    /// - Throws: When it cannot be written.
    func write(_ text: String, to name: String) throws {
        let (part, file) = ("\(path)/\(name).part", "\(path)/\(name)")
        guard BenchFiles.write(Array(text.utf8), to: part), rename(part, file) == 0 else {
            throw BenchError(description: "cannot write \(file)")
        }
    }
}
