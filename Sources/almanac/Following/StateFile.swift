import Glibc
import Reactive
import Records
import Showing
import Systemd

/// The file that stores the cursor of `watch`.
final class StateFile {
    private let path: String
    private var pending: String?
    private var isTold = false

    /// Opens the file at a path.
    ///
    /// - Throws: A complaint if the file is not writable.
    init(_ path: String) throws(CommandError) {
        self.path = path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK) == 0 else {
            throw CommandError(
                .cannotCreate, "the cursor cannot be saved: \(SystemError.last("write", folder))")
        }
    }

    /// Returns the stored cursor; `nil` if the file does not exist.
    ///
    /// - Throws: A complaint if the file contains something else.
    func read() throws(CommandError) -> String? {
        guard let bytes = Files.read(path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" }.first.map(String.init) ?? ""
        guard Cursor(text) != nil else {
            throw CommandError(
                .configuration, "\(path) contains no cursor",
                hints: ["to start with the current records: rm \(path)"])
        }
        return text
    }

    /// Schedules storing a cursor; of a burst, only the last one is written.
    func note(_ cursor: String, on loop: EventLoop) {
        let isQueued = pending != nil
        pending = cursor
        if !isQueued { loop.next { [self] in write(pending ?? cursor) } }
    }

    /// Writes a cursor now; reports a failure once, since the next write may succeed.
    func write(_ cursor: String) {
        pending = nil
        do {
            try Files.write(cursor + "\n", to: path)
        } catch {
            if !isTold { Terminal.warn("almanac: cannot save the cursor: \(visible("\(error)"))") }
            isTold = true
        }
    }
}
