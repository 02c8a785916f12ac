import Records

/// The records in which a document differs, each key once.
///
/// Few are kept in memory; many in a database of its own, which the system removes however we end. Many come
/// out by key: written in that order they cost half, and lie as they will be read.
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

    /// How far the records were handed out.
    struct Place {
        /// Of those in memory, so many.
        fileprivate var count = 0
        /// Of those on the disk, up to this key.
        fileprivate var key = ""
    }

    /// The records behind a place: few in the order of the document, many by key.
    ///
    /// - Parameters:
    ///   - place: Where the part before ended; it is moved.
    ///   - limit: The most records.
    ///   - bytes: The data that makes a part full.
    /// - Returns: A part, empty at the end.
    /// - Throws: When the temporary database cannot be read.
    func part(after place: inout Place, limit: Int, bytes: Int) throws(StoreError) -> [Entry] {
        var (part, rest): ([Entry], Int) = ([], bytes)
        if let spill {
            part = try spill.part(after: place.key, limit: limit, bytes: bytes)
            place.key = part.last?.record.key ?? place.key
            return part
        }
        while place.count < entries.count, part.count < limit, rest > 0 {
            if let entry = entries[place.count] {
                part.append(entry)
                rest -= entry.record.data.count
            }
            place.count += 1
        }
        return part
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
