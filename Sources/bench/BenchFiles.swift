import Glibc

/// Files of the project and programs, for benchmarks.
enum BenchFiles {
    /// The project's folder, with a slash at its end.
    static let root = String(#filePath.dropLast("Sources/bench/BenchFiles.swift".count))

    /// The bytes of a file; none when it cannot be read.
    static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = fread(&slice, 1, slice.count, file)
            if count == 0 { return bytes }
            bytes += slice[..<count]
        }
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
        var text: [UInt8] = []
        var slice = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&slice, 1, slice.count, pipe)
            if count == 0 { break }
            text += slice[..<count]
        }
        // What it printed counts, whatever its status.
        _ = pclose(pipe)
        return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
