import Glibc
import Records
import Systemd

/// Files of the project and the system, and the output of programs.
nonisolated enum BenchFiles {
    /// The project's folder, with a slash at its end.
    static let root = String(#filePath.dropLast("Sources/bench/Support/BenchFiles.swift".count))

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
        throw BenchError(description: "\(path) contains no \(word)")
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

    /// Writes a file; returns whether this succeeded.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    /// Returns the lines that a shell command prints; none if it cannot be run.
    static func output(of command: String) -> [String] {
        guard let pipe = popen(command, "r") else { return [] }
        let text = rest(of: pipe)
        // The output counts, whatever the exit status.
        _ = pclose(pipe)
        return lines(text)
    }

    private static func rest(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        var bytes: [UInt8] = []
        var slice: [UInt8] = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&slice, 1, slice.count, file), count > 0 { bytes += slice[..<count] }
        return bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: .newline).map { String(decoding: $0, as: UTF8.self) }
    }
}
