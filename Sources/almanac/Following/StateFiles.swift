import AlmanacValues
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

    /// Schedules a cursor to be written. A burst is coalesced: only its last cursor is written.
    func schedule(_ cursor: String, on loop: EventLoop) {
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

/// The number of times that the command of `watch --exec` has failed with the same change, in a file, so that
/// the number outlasts the end of the program that follows each failure.
///
/// The file contains the number, a blank, the cursor, a blank and the record.
struct FailedChange {
    /// The number of failures after which a change is passed over.
    static let mostTries = 10

    private let path: String

    /// Makes a counter next to the file of the cursor.
    init(beside state: String) { path = state + ".failed" }

    /// Counts a failure.
    ///
    /// - Returns: The number of failures with this change.
    /// - Throws: A complaint if the number cannot be stored.
    func count(_ event: Event, _ item: Item) throws(CommandError) -> Int {
        let change = "\(event.cursor) \(item.source)/\(item.key)"
        let count = tries(of: change) + 1
        do {
            try Files.write("\(count) \(change)\n", to: path)
        } catch {
            throw CommandError(.cannotCreate, "the number of tries cannot be saved: \(error)")
        }
        return count
    }

    private func tries(of change: String) -> Int {
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1].utf8.elementsEqual((change + "\n").utf8) else { return 0 }
        return Int(words[0]) ?? 0
    }
}
