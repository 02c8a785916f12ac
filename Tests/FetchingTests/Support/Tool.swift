import Glibc
import Systemd

/// Runs a shell command and returns its standard output.
///
/// - Throws: When its exit status is not 0.
@discardableResult
nonisolated func shell(_ command: String) throws -> [UInt8] {
    guard let pipe = popen(command, "r") else { throw SystemError.last("popen", command) }
    var (output, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
    while case let got = fread(&chunk, 1, chunk.count, pipe), got > 0 { output += chunk[..<got] }
    let status = pclose(pipe)
    guard status == 0 else {
        throw SystemError(call: command, code: EIO, detail: String(decoding: output, as: UTF8.self))
    }
    return output
}

/// A directory that is removed when this object is released.
nonisolated final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/fetching.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file to the directory.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = try FileDescriptor(opening: "\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        guard Glibc.write(file.raw, bytes, bytes.count) == bytes.count else {
            throw SystemError.last("write", name)
        }
    }

    /// Writes a file to the directory.
    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    deinit {
        // A directory that cannot be removed remains in /tmp, named after this test.
        _ = try? shell("rm -rf '\(path)'")
    }
}

/// Returns the number of sockets that this process has open.
///
/// Files are not counted: tests that run at the same time on other threads open some, but no sockets.
nonisolated func openSockets() -> Int {
    var status = stat()
    return (CInt(0)..<65_536).count { fstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK }
}
