import Glibc
import Records
import Systemd

/// Files of the project and the system, and the output of programs.
nonisolated enum BenchFiles {
    /// The project's folder, with a slash at its end.
    static let root = String(#filePath.dropLast("Tests/Bench/Support/BenchFiles.swift".count))

    /// A descriptor for what nobody reads.
    static let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)

    /// Returns the path of this program.
    static func program() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else { throw SystemError.last("realpath") }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the folder of this program and of those built with it, with a slash at its end.
    static func programs() throws -> String {
        let path = try program()
        return String(path.prefix(path.count - path.reversed().prefix { $0 != "/" }.count))
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: The system error if it cannot be opened.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw SystemError.last("open", path) }
        defer { fclose(file) }
        return rest(of: file)
    }

    /// Returns the number after a word at the start of a line, as in the files of /proc.
    ///
    /// - Throws: An error if there is none.
    static func number(_ word: String, in path: String) throws -> Int {
        for line in lines(try bytes(path)) where line.hasPrefix(word) {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count > 1, let number = Int(words[1]) { return number }
        }
        throw BenchError("\(path) contains no \(word)")
    }

    /// Returns the names in a directory, without hidden ones.
    ///
    /// - Throws: The system error if it cannot be opened.
    static func names(_ path: String) throws -> [String] {
        guard let folder = opendir(path) else { throw SystemError.last("opendir", path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.hasPrefix(".") }
    }

    /// Writes a file, in place of an earlier one at once.
    ///
    /// - Throws: The system error.
    static func write(_ bytes: [UInt8], to path: String) throws {
        try replace(path) { file in
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
                throw SystemError.last("fwrite", path)
            }
        }
    }

    /// Replaces a file by what a function writes.
    ///
    /// - Throws: The system error, or what the function throws.
    static func replace(_ path: String, _ fill: (UnsafeMutablePointer<FILE>) throws -> Void) throws {
        let part = path + ".part"
        guard let file = fopen(part, "w") else { throw SystemError.last("open", part) }
        do { try fill(file) } catch {
            fclose(file)
            throw error
        }
        guard fclose(file) == 0, rename(part, path) == 0 else { throw SystemError.last("rename", path) }
    }

    /// Returns the lines that a shell command prints, whatever its exit status; none if it cannot be run.
    static func output(of command: String) -> [String] {
        guard let pipe = popen(command, "r") else { return [] }
        defer { pclose(pipe) }
        return lines(rest(of: pipe))
    }

    private static func rest(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        var bytes: [UInt8] = []
        var slice: [UInt8] = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&slice, 1, slice.count, file), count > 0 { bytes += slice[..<count] }
        return bytes
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: .newline).map { String(decoding: $0, as: UTF8.self) }
    }
}

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
