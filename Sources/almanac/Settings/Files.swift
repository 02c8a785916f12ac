import Glibc
import Systemd

/// Small files, read and written as a whole.
enum Files {
    /// Whether a path exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the bytes of a file; `nil` if it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8]()
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
    }

    /// Writes a file atomically: a reader sees the old content or the new one.
    static func write(_ text: String, to path: String) throws(SystemError) {
        // A name that others cannot guess and that no other process uses: the folder may be one that others
        // write to.
        let fresh = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
        guard let file = fopen(fresh, "wxe") else { throw .last("open", fresh) }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten, rename(fresh, path) == 0 else {
            let error = SystemError.last("write", path)
            unlink(fresh)
            throw error
        }
    }

    /// Creates a directory and its parents; a failure shows when the directory is used.
    static func makeDirectory(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o755)
        }
    }
}
