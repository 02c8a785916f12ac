import Records

/// The records in which a document differs, each key once.
///
/// A few are held in memory, many in a separate database, which the system removes however the process ends.
/// Many are returned by key: in that order they cost half as much to write and are stored as they will be
/// read.
struct PendingRecords {
    /// The number of records, and of their bytes, above which the records move to the disk.
    private static let (maximumCount, maximumBytes) = (2_000, 4 << 20)

    private var entries: [Entry?] = []
    private var places: [ByteKey: Int] = [:]
    private var bytes = 0
    private var spill: Spill?
    private let directory: String

    /// Creates an empty collection, which overflows to a file in `directory`.
    init(in directory: String) { self.directory = directory }

    /// A record and its hash.
    typealias Entry = (record: Record, hash: RecordHash)

    /// The number of held records.
    var count: Int { spill?.count ?? places.count }

    /// Returns the record with that key; `nil` when none is held.
    func record(_ key: String) throws(StoreError) -> Record? {
        if let spill { return try spill.record(key) }
        return places[ByteKey(key)].flatMap { entries[$0]?.record }
    }

    /// Holds a record unless one with its key is held.
    ///
    /// - Returns: Whether the record was added.
    mutating func add(_ entry: Entry) throws(StoreError) -> Bool {
        if let spill { return try spill.add(entry) }
        let key = ByteKey(entry.record.key)
        guard places[key] == nil else { return false }
        places[key] = entries.count
        entries.append(entry)
        bytes += entry.record.data.count
        if entries.count > PendingRecords.maximumCount || bytes > PendingRecords.maximumBytes {
            try overflow()
        }
        return true
    }

    /// Holds a record and replaces any other with its key.
    mutating func put(_ entry: Entry) throws(StoreError) {
        if let spill { return try spill.put(entry) }
        guard let place = places[ByteKey(entry.record.key)] else {
            _ = try add(entry)
            return
        }
        entries[place] = entry
    }

    /// Removes the record with a key.
    mutating func remove(_ key: String) throws(StoreError) {
        if let spill { return try spill.remove(key) }
        if let place = places.removeValue(forKey: ByteKey(key)) { entries[place] = nil }
    }

    /// A position in the sequence of returned records.
    struct Place {
        /// The number of entries already returned from memory.
        fileprivate var count = 0
        /// The last key already returned from the disk.
        fileprivate var key = ""
    }

    /// Returns the records after a place: a few in document order, many by key.
    ///
    /// - Parameters:
    ///   - place: The end of the previous part; it is updated.
    ///   - limit: The maximum number of records.
    ///   - bytes: The amount of data that fills a part.
    /// - Returns: A part, empty at the end.
    /// - Throws: `StoreError` if the temporary database cannot be read.
    func part(after place: inout Place, limit: Int, bytes: Int) throws(StoreError) -> [Entry] {
        var part: [Entry] = []
        var rest = bytes
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
        entries = []
        places = [:]
        bytes = 0
        self.spill = spill
    }
}
