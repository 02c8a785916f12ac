import AlmanacValues
import Records
import Showing

/// The last contents of a status bar, in a file, so that the next run shows them before the daemon answers.
///
/// The file is an object with `items` (records), `sources` and `unknown` (why records may be missing, in words).
struct SavedBar {
    /// The time after which contents with the same records are saved again: their sources were fetched since.
    private static let pause = Duration.seconds(300)
    /// The largest file, in bytes; greater contents are not kept.
    private static let most = 1 << 20

    private let path: String
    private var items: [JSON]?
    private var unknown: [String] = []
    private var saved: UTC?

    /// Makes the file of a bar.
    ///
    /// - Parameter words: The words that determine its records: the socket, the operands and the options.
    init(of words: [String]) {
        let hash = RecordHash(Array(words.joined(separator: "\0").utf8))
        path = SavedBar.folder + "/" + String(hash.low, radix: 36) + ".json"
    }

    private static var folder: String { Folders.userState + "/bars" }

    /// Returns the saved contents as those of a daemon that cannot be reached.
    ///
    /// - Parameter names: The names of sources that are asked for.
    /// - Returns: `nil` if there are none, or if the file has something else.
    func board(asked names: [String]) -> Board? {
        guard let bytes = Files.read(path), let json = try? JSON(parsing: bytes),
            let items = json["items"]?.wholeList({ Item($0) }),
            let sources = json["sources"]?.wholeList({ Source($0) }),
            let unknown = json["unknown"]?.wholeList(\.string)
        else { return nil }
        var board = Board(items, unknown: unknown)
        board.know(sources, asked: names)
        board.isConnected = false
        return board
    }

    /// Saves contents, unless the same ones were saved a moment ago. A failure costs only the first line of
    /// the next run.
    mutating func keep(_ board: Board, of sources: [Source], at now: UTC) {
        let items = board.records.map(SavedBar.json)
        let isRecent = saved.map { now - $0 < SavedBar.pause && now >= $0 } ?? false
        guard !isRecent || items != self.items || board.unknown != unknown else { return }
        self.items = items
        unknown = board.unknown
        saved = now
        let contents: JSON = [
            "items": .array(items), "sources": .array(sources.map(\.json)),
            "unknown": .array(unknown.map(JSON.string)),
        ]
        let bytes = contents.bytes
        guard bytes.count <= SavedBar.most else { return Files.remove(path) }
        Files.makeDirectory(SavedBar.folder)
        // The present line does not depend on it.
        try? Files.write(String(decoding: bytes, as: UTF8.self) + "\n", to: path, isPrivate: true)
    }

    /// Returns a record as the daemon sends it.
    private static func json(_ item: Item) -> JSON {
        .members([
            "source": .string(item.source), "key": .string(item.key), "title": item.title.map(JSON.string),
            "latitude": item.position.map { .double($0.latitude) },
            "longitude": item.position.map { .double($0.longitude) },
            "realtimeUSec": item.at.map { .int($0.microseconds) },
            "generation": item.generation.map(JSON.int),
            "data": item.data,
        ])
    }
}
