import Records

/// The set of a source's stored records that a document contains, as one 64-bit fingerprint of key and
/// content per record.
///
/// The fingerprints are stored in the order of the last document, as far as it is known: most documents have
/// the same order again, so that a comparison in sequence suffices. A hash table, which finds a fingerprint
/// at any place, is built only when one is first missed. The fingerprints take eight bytes per record, and
/// the table as much again.
///
/// Two records with equal fingerprints would hide a change; with 64 bits, that is not expected for a million
/// records in a lifetime.
struct Fingerprints {
    /// A record that is not at the position it had in the last document.
    struct MovedRecord {
        /// The index among the compared records.
        let place: Int
        /// The hash of the record's content.
        let hash: RecordHash
    }

    /// The number of fingerprints searched ahead, past records that the document no longer contains.
    private static let reach = 32

    private var numbers: [UInt64]
    /// A bit per fingerprint: whether the document contains it.
    private var marks: [UInt64]
    /// The index where the next fingerprint is expected.
    private var next = 0
    /// A hash table with open addressing: the indices of the fingerprints, counted from 1; 0 is free. Empty
    /// until first needed.
    private var table: [UInt32] = []
    /// The number of marked fingerprints.
    private(set) var markedCount = 0

    /// Creates a set from the fingerprints of the stored records, each once and unmarked.
    init(_ numbers: [UInt64] = []) {
        self.numbers = numbers
        marks = Array(repeating: 0, count: (numbers.count + 63) / 64)
    }

    /// Marks records as long as they occur in the order of the fingerprints.
    ///
    /// - Parameters:
    ///   - records: The next records of the document.
    ///   - start: The index of the first record to compare.
    ///   - order: The array to which the fingerprints of the marked records are appended.
    /// - Returns: The first record that is not the expected one; `nil` when all were.
    mutating func pass(_ records: [Record], from start: Int, adding order: inout [UInt64]) -> MovedRecord? {
        let rows = records.span
        for place in start..<rows.count {
            let hash = rows[place].hash
            let number = hash.number(under: rows[place].key)
            guard next < numbers.count, numbers[next] == number, mark(at: next) else {
                return MovedRecord(place: place, hash: hash)
            }
            next += 1
            order.append(number)
        }
        return nil
    }

    /// Returns the index of a fingerprint, as far as it can be found without building the table; `nil` when
    /// it is not found.
    mutating func place(of number: UInt64) -> Int? {
        for place in next..<min(next + Fingerprints.reach, numbers.count) where numbers[place] == number {
            next = place + 1
            return place
        }
        guard !table.isEmpty, let place = probe(number) else { return nil }
        next = place + 1
        return place
    }

    /// Marks the fingerprint at an index.
    ///
    /// - Returns: Whether it was unmarked before.
    mutating func mark(at place: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(place & 63)
        guard marks[place >> 6] & bit == 0 else { return false }
        marks[place >> 6] |= bit
        markedCount += 1
        return true
    }

    /// Marks a fingerprint and adds it if necessary.
    ///
    /// - Returns: Whether it was unmarked before.
    mutating func mark(_ number: UInt64) -> Bool {
        if let place = find(number) { return mark(at: place) }
        numbers.append(number)
        if marks.count * 64 < numbers.count { marks.append(0) }
        insert(numbers.count - 1)
        return mark(at: numbers.count - 1)
    }

    /// Whether a fingerprint is marked.
    mutating func isMarked(_ number: UInt64) -> Bool {
        guard let place = find(number) else { return false }
        return marks[place >> 6] & 1 << UInt64(place & 63) != 0
    }

    /// The marked fingerprints, in their order.
    var marked: [UInt64] {
        numbers.indices.filter { marks[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }.map { numbers[$0] }
    }
}

extension Fingerprints {
    private mutating func find(_ number: UInt64) -> Int? {
        if let place = place(of: number) { return place }
        guard table.isEmpty, !numbers.isEmpty else { return nil }
        makeTable()
        return probe(number)
    }

    private func probe(_ number: UInt64) -> Int? {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: number) & mask
        while table[slot] != 0 {
            let place = Int(table[slot]) - 1
            if numbers[place] == number { return place }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Builds the table, of which at most half is in use.
    private mutating func makeTable() {
        var count = 64
        while count < numbers.count * 2 { count *= 2 }
        table = Array(repeating: 0, count: count)
        for place in numbers.indices { insert(place) }
    }

    private mutating func insert(_ place: Int) {
        guard !table.isEmpty else { return }
        guard numbers.count * 2 <= table.count else { return makeTable() }
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: numbers[place]) & mask
        while table[slot] != 0 { slot = (slot + 1) & mask }
        table[slot] = UInt32(place + 1)
    }
}
