public import Records

/// The numbers of preceding changes; 0 where there was none.
struct ChangeLinks {
    /// The number of the previous change of the same record.
    var record: Int64
    /// The number of the previous change of the same source.
    var source: Int64
}

extension ChangeLinks {
    /// Reads the columns that follow those of a `Change`.
    init(_ row: Row) { self.init(record: row.int(11), source: row.int(12)) }
}

extension Change {
    /// Reads `number, source, key, kind, title, at, generation, data, patch, previous, sum, of_record,
    /// of_source`, and the record's current and previous position, and, of a removal, the data
    /// before it.
    init(_ row: Row) throws(StoreError) {
        let isTrimmed = row.int(3) & Change.trimmed != 0
        let data = row.bytes(7)
        self = try isTrimmed ? Change(trimmed: row) : Change(row, data: data)
        guard !hasChecksum(of: row) else { return }
        // The record may have been marked as missing in documents after this change.
        guard !isTrimmed, let unmarked = data?.unmarked else { throw Change.damage(row) }
        self = try Change(row, data: unmarked)
        guard hasChecksum(of: row) else { throw Change.damage(row) }
    }

    private init(_ row: Row, data: [UInt8]?) throws(StoreError) {
        let doing = "read change \(row.int(0))"
        guard let kind = Kind(row: row.int(3)) else { throw .damage(doing, "its kind is unknown") }
        let texts = try Change.patches(row, kind, to: data, doing: doing)
        let isRemoval = kind == .removed
        self.init(
            number: row.int(0), source: row.text(1) ?? "", key: row.text(2) ?? "", kind: kind,
            title: row.text(4), at: row.moment(5), generation: row.count(6), data: data,
            patch: isRemoval ? nil : texts.patch, previous: isRemoval ? nil : texts.previous,
            position: isRemoval ? nil : row.position(13, 14), previousPosition: row.position(15, 16),
            former: isRemoval ? texts.previous ?? row.bytes(17) : nil,
            reason: isRemoval ? texts.patch.flatMap(RemovalReason.init(row:)) : nil)
    }

    /// Reads the change of a row without its content.
    init(trimmed row: Row) throws(StoreError) {
        guard let kind = Kind(row: row.int(3) & ~Change.trimmed) else {
            throw .damage("read change \(row.int(0))", "its kind is unknown")
        }
        self.init(
            number: row.int(0), source: row.text(1) ?? "", key: row.text(2) ?? "", kind: kind, title: nil,
            at: row.moment(5), generation: row.count(6), data: nil, isTrimmed: true)
    }

    private func hasChecksum(of row: Row) -> Bool {
        checksum(ChangeLinks(row), former: kind == .removed ? row.bytes(9) : nil) == row.int(10)
    }

    private static func damage(_ row: Row) -> StoreError {
        .damage("read change \(row.int(0))", "its checksum differs")
    }

    /// The bit in the column `kind` that marks a trimmed change.
    static let trimmed: Int64 = 4

    /// The size of a trimmed change in the log; see `StoreSchema.loggedBytes`.
    var trimmedSize: Int { 100 + key.utf8.count }

    /// Returns the stored patches, or those between the stored body before the change and the one after it.
    private static func patches(
        _ row: Row, _ kind: Kind, to data: [UInt8]?, doing: String
    ) throws(StoreError) -> (patch: [UInt8]?, previous: [UInt8]?) {
        let (patch, previous) = (row.bytes(8), row.bytes(9))
        guard kind == .changed, patch == nil, let previous, let data else {
            return (patch, previous)
        }
        do {
            let texts = try MergePatch.texts(from: previous, to: data)
            return (texts.patch, texts.previous)
        } catch {
            throw .damage(doing, "it is not JSON")
        }
    }

    /// The approximate memory use of the contents, in bytes.
    public var size: Int {
        (data?.count ?? 0) + (patch?.count ?? 0) + (previous?.count ?? 0) + (former?.count ?? 0)
    }

    /// Returns the checksum in the change's row, over all its columns; it covers the source by its name.
    ///
    /// - Parameters:
    ///   - links: The numbers of preceding changes.
    ///   - former: The data before a removal if its own row has them; `nil` otherwise, as in those of earlier
    ///     versions.
    /// - Returns: The checksum.
    func checksum(_ links: ChangeLinks, former: [UInt8]?) -> Int64 {
        var sum = Checksum()
        for text in [source, key, kind.rawValue, title] { sum.add(text) }
        for value in [number, at.microseconds, Int64(generation), links.record, links.source] {
            sum.add(value)
        }
        for bytes in [data, patch ?? reason?.row, former ?? previous] { sum.add(bytes) }
        // The checksum of a change without a move is the same as before moves were stored.
        if let place = previousPosition {
            for degrees in [place.latitude, place.longitude] {
                sum.add(Int64(bitPattern: degrees.bitPattern))
            }
        }
        return sum.value
    }
}

extension RemovalReason {
    /// The value that represents the reason in the column `patch` of a removal's row, which is free there: a JSON
    /// object, which earlier versions pass on.
    ///
    /// The checksum of the row covers it: a further reason needs a further step of the schema, so that an earlier
    /// almanac does not take the row for a damaged one.
    var row: [UInt8] { Array(#"{"reason":"\#(rawValue)"}"#.utf8) }

    /// Reads a value that `row` wrote.
    init?(row: [UInt8]) {
        guard let reason = RemovalReason.allCases.first(where: { $0.row == row }) else { return nil }
        self = reason
    }
}

extension Change.Kind {
    /// The value that represents the kind in a row.
    var row: Int64 {
        switch self {
        case .added: 0
        case .changed: 1
        case .removed: 2
        }
    }

    /// Reads a value that `row` wrote.
    init?(row: Int64) {
        guard let kind = Change.Kind.allCases.first(where: { $0.row == row }) else { return nil }
        self = kind
    }
}
