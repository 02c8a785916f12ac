import Records

/// The records in which a document differs, in the order in which they first differed, each key once.
///
/// Few are kept in memory; many in a database of its own, which the system removes however we end.
struct Held {
    /// So many records, or so much data, and the rest goes to the disk.
    private static let (maximumCount, maximumBytes) = (2_000, 4 << 20)

    private var entries: [Entry?] = []
    private var places: [ByteKey: Int] = [:]
    private var bytes = 0
    private var spill: Spill?
    private let directory: String

    /// Holds nothing; what does not fit in memory will lie in `directory`.
    init(in directory: String) { self.directory = directory }

    /// A record and its hash.
    typealias Entry = (record: Record, hash: RecordHash)

    /// How many there are.
    var count: Int { spill?.count ?? places.count }

    /// The record of that key; `nil` when none is held.
    func record(_ key: String) throws(StoreError) -> Record? {
        if let spill { return try spill.record(key) }
        return places[ByteKey(key)].flatMap { entries[$0]?.record }
    }

    /// Holds a record unless one of its key is held.
    ///
    /// - Returns: Whether it was not.
    mutating func add(_ entry: Entry) throws(StoreError) -> Bool {
        if let spill { return try spill.add(entry) }
        let key = ByteKey(entry.record.key)
        guard places[key] == nil else { return false }
        places[key] = entries.count
        entries.append(entry)
        bytes += entry.record.data.count
        if entries.count > Held.maximumCount || bytes > Held.maximumBytes { try overflow() }
        return true
    }

    /// Holds a record in place of any of its key.
    mutating func put(_ entry: Entry) throws(StoreError) {
        if let spill { return try spill.put(entry) }
        guard let place = places[ByteKey(entry.record.key)] else {
            _ = try add(entry)
            return
        }
        entries[place] = entry
    }

    /// Lets go of the record of a key.
    mutating func remove(_ key: String) throws(StoreError) {
        if let spill { return try spill.remove(key) }
        if let place = places.removeValue(forKey: ByteKey(key)) { entries[place] = nil }
    }

    /// The records behind a place, in order, and the place of the last one.
    ///
    /// - Parameters:
    ///   - place: Where the part before ended; 0 at first.
    ///   - limit: The most records.
    ///   - bytes: The data that makes a part full.
    /// - Returns: A part, empty at the end.
    /// - Throws: When the temporary database cannot be read.
    func part(after place: Int, limit: Int, bytes: Int) throws(StoreError) -> (entries: [Entry], place: Int) {
        if let spill { return try spill.part(after: place, limit: limit, bytes: bytes) }
        var (part, next, rest): ([Entry], Int, Int) = ([], place, bytes)
        while next < entries.count, part.count < limit, rest > 0 {
            if let entry = entries[next] {
                part.append(entry)
                rest -= entry.record.data.count
            }
            next += 1
        }
        return (part, next)
    }

    private mutating func overflow() throws(StoreError) {
        let spill = try Spill(in: directory)
        for case let entry? in entries { _ = try spill.add(entry) }
        (entries, places, bytes) = ([], [:], 0)
        self.spill = spill
    }
}

/// A key as its bytes: Swift's texts are equal when they look the same, keys are not.
private struct ByteKey: Hashable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteKey, right: ByteKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
