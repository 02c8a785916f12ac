import Reactive
import Records
import Showing
import Systemd

/// The file in which `watch` keeps its cursor.
final class StateFile {
    private let path: String
    private var pending: String?
    private var isTold = false

    init(_ path: String) { self.path = path }

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
