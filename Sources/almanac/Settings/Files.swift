import Glibc
import Systemd

/// Small files, read and written whole.
enum Files {
    /// Whether something stands there.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The bytes of a file; `nil` when it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
    }

    /// Writes a file so that a reader sees the old bytes or the new, never half of them.
    static func write(_ text: String, to path: String) throws(SystemError) {
        let fresh = "\(path).\(getpid()).tmp"
        guard let file = fopen(fresh, "we") else { throw .last("open", fresh) }
        fputs(text, file)
        guard fclose(file) == 0 else { throw .last("write", fresh) }
        guard rename(fresh, path) == 0 else { throw .last("rename", path) }
    }

    /// Makes a directory and those above it; whether it could is seen when it is used.
    static func makeDirectory(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o755)
        }
    }
}
