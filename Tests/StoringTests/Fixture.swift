import Glibc
import Records
import Storing

/// Returns the size of the pages of a database, in bytes, from its contents.
///
/// Source: SQLite, fileformat2.html §1.3.2.
func pageSize(of database: [UInt8]) -> Int { Int(database[16]) << 8 | Int(database[17]) }

/// A directory for one test, which is removed with it.
final class Scratch {
    let path: String

    /// Creates the directory; a small one that is synchronized often may be in memory.
    init(isSmall: Bool = false) {
        let isMemory = isSmall && access("/dev/shm", W_OK) == 0
        var template = Array("\(isMemory ? "/dev/shm" : "/tmp")/almanac-storing-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit { Scratch.remove(path) }

    /// Returns the names in a subdirectory, sorted; none when it does not exist.
    func names(in directory: String = "") -> [String] { Scratch.names("\(path)/\(directory)") }

    /// Returns the bytes of a file; none when it does not exist.
    func read(_ name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: ftell(file))
        rewind(file)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    /// Returns the size of a file in bytes; 0 when it does not exist.
    func size(_ name: String) -> Int {
        var status = stat()
        return stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Creates or replaces a file.
    func write(_ bytes: [UInt8], to name: String) {
        let file = fopen("\(path)/\(name)", "w")!
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// Removes a file, if it exists.
    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Returns the bytes of a file of `Corpus`.
    static func corpus(_ name: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Corpus"
        let file = fopen("\(folder)/\(name)", "r")!
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in names(path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}

/// Returns a moment on the day of the tests, a number of seconds after it began.
func moment(_ seconds: Int64 = 0) -> UTC { UTC(seconds: 1_795_000_000 + seconds) }

/// Returns a record with a member `v` and, optionally, a title.
func record(_ key: String, _ value: Int, title: String? = nil) -> Record {
    Record(key: key, title: title, data: Array(#"{"v":\#(value)}"#.utf8))
}

/// Returns a record whose data are a text.
func record(_ key: String, text: String) -> Record {
    Record(key: key, data: Array(#"{"v":"\#(text)"}"#.utf8))
}

extension Difference {
    /// Returns the difference for a new or changed record.
    static func put(_ record: Record) -> Difference { .put(record, record.hash) }
}

extension [UInt8] {
    /// The bytes as text.
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension Store {
    /// Opens the store of a scratch directory.
    static func open(_ scratch: Scratch) throws -> Store {
        try Store.open(directory: scratch.path, at: moment()).store
    }

    /// Compares a whole document and commits what differs, in parts of `limit`.
    @discardableResult
    func accept(
        _ records: [Record], of source: String, at: UTC = moment(), keeping: RetentionRule = .none,
        limit: Int = 500
    ) throws -> [Change] {
        let comparison = try Comparison(of: source, in: self)
        try comparison.add(records)
        comparison.finish(keeping: keeping)
        var changes: [Change] = []
        var commit: Commit?
        while let part = try comparison.next(limit: limit) {
            commit = try self.commit(part, of: source, at: at, after: commit)
            changes += commit?.changes ?? []
        }
        try comparison.storeOrder(at: changes.last?.number)
        return changes
    }

    /// Returns all changes in the log after a number.
    func all(after number: Int64 = 0) throws -> [Change] {
        var found: [Change] = []
        while let part = try changes(after: found.last?.number ?? number, limit: 7), !part.isEmpty {
            found += part
        }
        return found
    }
}
