import Glibc
import Reactive
import Records
import Showing
import Systemd

/// The file in which `watch` keeps its cursor.
final class StateFile {
    private let path: String
    private var pending: String?
    private var isTold = false

    /// Takes a path.
    ///
    /// - Throws: When nothing can be written there.
    init(_ path: String) throws(Complaint) {
        self.path = path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK) == 0 else {
            throw Complaint(.cannotCreate, "the cursor cannot be kept: \(SystemError.last("write", folder))")
        }
    }

    /// The cursor that was kept; `nil` when there is no file yet.
    ///
    /// - Throws: When something else stands in the file.
    func read() throws(Complaint) -> String? {
        guard let bytes = Files.read(path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" }.first.map(String.init) ?? ""
        guard Cursor(text) != nil else {
            throw Complaint(
                .configuration, "\(path) holds no cursor", hints: ["to begin with the present: rm \(path)"])
        }
        return text
    }

    /// Keeps a cursor: of a burst only the last is written.
    func note(_ cursor: String, on loop: EventLoop) {
        let isQueued = pending != nil
        pending = cursor
        if !isQueued { loop.next { [self] in write(pending ?? cursor) } }
    }

    /// Writes a cursor now; told once when that is not possible, since the next one may be.
    func write(_ cursor: String) {
        pending = nil
        do {
            try Files.write(cursor + "\n", to: path)
        } catch {
            if !isTold { Terminal.warn("almanac: cannot keep the cursor: \(visible("\(error)"))") }
            isTold = true
        }
    }
}
