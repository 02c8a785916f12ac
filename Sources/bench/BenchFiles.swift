import Glibc
import Systemd

/// Files of the project, of the system, and what programs print.
nonisolated enum BenchFiles {
    /// The project's folder, with a slash at its end.
    static let root = String(#filePath.dropLast("Sources/bench/BenchFiles.swift".count))

    /// The bytes of a file.
    ///
    /// - Throws: What the system says when it cannot be opened.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw SystemError.last("open", path) }
        defer { fclose(file) }
        return rest(of: file)
    }

    /// The number behind a word that begins a line, as the files in /proc have them.
    ///
    /// - Throws: When there is none.
    static func number(_ word: String, in path: String) throws -> Int {
        for line in lines(try bytes(path)) where line.hasPrefix(word) {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count > 1, let number = Int(words[1]) { return number }
        }
        throw BenchError(description: "\(path) says no \(word)")
    }

    /// What is in a folder, without what is hidden.
    ///
    /// - Throws: What the system says when it cannot be opened.
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

    /// Writes a file; whether that went well.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    /// The lines that a shell command prints; none when it cannot be run.
    static func output(of command: String) -> [String] {
        guard let pipe = popen(command, "r") else { return [] }
        let text = rest(of: pipe)
        // What it printed counts, whatever its status.
        _ = pclose(pipe)
        return lines(text)
    }

    private static func rest(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while case let count = fread(&slice, 1, slice.count, file), count > 0 { bytes += slice[..<count] }
        return bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
