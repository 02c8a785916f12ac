import Glibc

/// A directory for one measurement, removed with it.
@MainActor final class FindDirectory {
    let path: String

    /// Makes it, with the folders that an almanac needs.
    init() throws {
        var template = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) != nil }
        guard isMade else { throw BenchError(description: "cannot make a directory in /tmp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for name in ["etc", "etc/sources.d", "run", "lib", "lib/sources.d"] {
            mkdir(path + "/" + name, 0o755)
        }
    }

    /// Writes a file in the place of another.
    func write(_ name: String, _ text: String) throws {
        guard BenchFiles.write(Array(text.utf8), to: "\(path)/\(name).new"),
            rename("\(path)/\(name).new", "\(path)/\(name)") == 0
        else { throw BenchError(description: "cannot write \(path)/\(name)") }
    }

    isolated deinit {
        // What cannot be removed stays in /tmp, which is for that.
        _ = BenchFiles.output(of: "rm -rf '\(path)'")
    }
}
