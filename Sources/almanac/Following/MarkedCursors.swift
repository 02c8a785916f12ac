import AlmanacValues
import Glibc
import Records
import Showing
import Systemd

/// The cursors that `since --mark` stored under a name, in a file of the user's state.
///
/// A cursor belongs to what was shown: marking the changes of one source passes over none of the others. The
/// file has a JSON object per line, the newest first.
struct MarkedCursors {
    /// The name of the cursors without `--name`.
    static let usualName = "default"
    /// The greatest number of cursors of one name; the oldest are dropped.
    private static let mostMarks = 100
    private static let longestName = 64

    /// A position in the log that a user has seen.
    struct Mark {
        /// The cursor.
        let cursor: String
        /// The moment at which it was stored.
        let at: UTC
        /// The socket of the daemon to whose log it belongs.
        let socket: String
        /// The selection that was shown: the selector, `null` for everything.
        let shown: JSON
    }

    private let path: String
    private let socket: String

    /// Makes the cursors of a name for a daemon.
    ///
    /// - Throws: A complaint about a name that no file can have.
    init(named name: String, of socket: String) throws(CommandError) {
        let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == .hyphen || $0 == UInt8(ascii: "_") }
        guard isPlain, (1...MarkedCursors.longestName).contains(name.utf8.count) else {
            throw .usage("--name \(name) has other characters than letters, digits, - and _", see: "since")
        }
        path = "\(Folders.userState)/since-\(name)"
        self.socket = socket
    }

    /// Returns the newest mark of what is to be shown, or of everything; `nil` if there is none.
    ///
    /// - Throws: A complaint if the file contains something else.
    func mark(of shown: JSON) throws(CommandError) -> Mark? {
        try marks().first { $0.socket == socket && ($0.shown == shown || $0.shown.isNull) }
    }

    /// Stores a mark. One of everything replaces all others.
    ///
    /// - Throws: A complaint if the old ones stay.
    func store(_ cursor: String, of shown: JSON, at moment: UTC) throws(CommandError) {
        let mark = Mark(cursor: cursor, at: moment, socket: socket, shown: shown)
        let others = try marks().filter { $0.socket != socket || !shown.isNull && $0.shown != shown }
        let all = ([mark] + others).prefix(MarkedCursors.mostMarks)
        Files.makeDirectory(Folders.userState)
        do {
            try Files.write(all.map { $0.json.short + "\n" }.joined(), to: path, isPrivate: true)
        } catch {
            throw CommandError(.cannotCreate, "the cursor cannot be saved: \(error)")
        }
    }

    private func marks() throws(CommandError) -> [Mark] {
        guard let bytes = Files.read(path) else {
            let error = SystemError.last("read", path)
            guard error.code == ENOENT else {
                throw CommandError(.noInput, "cannot read the cursors: \(error)")
            }
            return []
        }
        var marks: [Mark] = []
        for line in bytes.split(separator: .newline) {
            guard let json = try? JSON(parsing: Array(line)), let mark = Mark(json) else {
                throw CommandError(
                    .configuration, "\(path) contains no cursors", hints: ["to start anew: rm \(path)"])
            }
            marks.append(mark)
        }
        return marks
    }
}

extension MarkedCursors.Mark {
    /// Reads a line of the file.
    fileprivate init?(_ json: JSON) {
        guard let cursor = json["cursor"]?.string, Cursor(cursor) != nil, let at = json["atUSec"]?.int,
            let socket = json["socket"]?.string
        else { return nil }
        self.init(
            cursor: cursor, at: UTC(microseconds: Int64(at)), socket: socket, shown: json["selector"] ?? .null
        )
    }

    /// The line of the file.
    fileprivate var json: JSON {
        .members([
            "cursor": .string(cursor), "atUSec": .int(at.microseconds), "socket": .string(socket),
            "selector": shown.isNull ? nil : shown,
        ])
    }
}
