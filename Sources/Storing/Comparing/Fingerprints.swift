import Records

/// Which of a source's stored records a document has: a number for each that stands for its key and content.
///
/// The numbers lie in the order in which the last document had the records, as far as that is known: most documents
/// have them in that order again, and then one runs along. A table, by which a number is found wherever it lies, is
/// made when first one is missed. That takes eight bytes a record, and as much for the table.
///
/// Two records of one number would hide a change; with 64 bits that does not happen to a million records in
/// a lifetime.
struct Fingerprints {
    /// A record that is not where the last document had it.
    struct Other {
        /// Its place among those that were looked at.
        let place: Int
        /// The hash of what it says.
        let hash: RecordHash
    }

    /// So far behind is looked for a number, past records that the document does not have any more.
    private static let reach = 32

    private var numbers: [UInt64]
    /// A bit a number: that the document has it.
    private var marks: [UInt64]
    /// Where the number is awaited that comes next.
    private var next = 0
    /// Open addressing: the places of the numbers, counted from 1; 0 is free. Empty as long as nobody needed it.
    private var table: [UInt32] = []
    /// How many are marked.
    private(set) var markedCount = 0

    /// Takes the numbers of what is stored, of each record once, none marked.
    init(_ numbers: [UInt64] = []) {
        self.numbers = numbers
        marks = Array(repeating: 0, count: (numbers.count + 63) / 64)
    }

    /// Marks records as long as they come in the order in which the numbers lie.
    ///
    /// - Parameters:
    ///   - records: What the document has next.
    ///   - start: The place of the first that is to be looked at.
    ///   - order: The numbers of the records that were marked are added.
    /// - Returns: The first record that is not the one awaited; `nil` when all were.
    mutating func pass(_ records: [Record], from start: Int, adding order: inout [UInt64]) -> Other? {
        let rows = records.span
        for place in start..<rows.count {
            let hash = rows[place].hash
            let number = hash.number(under: rows[place].key)
            guard next < numbers.count, numbers[next] == number, mark(at: next) else {
                return Other(place: place, hash: hash)
            }
            next += 1
            order.append(number)
        }
        return nil
    }

    /// Where a number lies, as far as that is told without making the table; `nil` when it is not known.
    mutating func place(of number: UInt64) -> Int? {
        for place in next..<min(next + Fingerprints.reach, numbers.count) where numbers[place] == number {
            next = place + 1
            return place
        }
        guard !table.isEmpty, let place = lookUp(number) else { return nil }
        next = place + 1
        return place
    }

    /// Marks the number at a place.
    ///
    /// - Returns: Whether it was not marked.
    mutating func mark(at place: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(place & 63)
        guard marks[place >> 6] & bit == 0 else { return false }
        marks[place >> 6] |= bit
        markedCount += 1
        return true
    }

    /// Marks a number, adding it if need be.
    ///
    /// - Returns: Whether it was not marked.
    mutating func mark(_ number: UInt64) -> Bool {
        if let place = find(number) { return mark(at: place) }
        numbers.append(number)
        if marks.count * 64 < numbers.count { marks.append(0) }
        insert(numbers.count - 1)
        return mark(at: numbers.count - 1)
    }

    /// Whether a number is marked.
    mutating func isMarked(_ number: UInt64) -> Bool {
        guard let place = find(number) else { return false }
        return marks[place >> 6] & 1 << UInt64(place & 63) != 0
    }

    /// The numbers that are marked, as they lie.
    var marked: [UInt64] {
        numbers.indices.filter { marks[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }.map { numbers[$0] }
    }
}

extension Fingerprints {
    private mutating func find(_ number: UInt64) -> Int? {
        if let place = place(of: number) { return place }
        guard table.isEmpty, !numbers.isEmpty else { return nil }
        makeTable()
        return lookUp(number)
    }

    private func lookUp(_ number: UInt64) -> Int? {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: number) & mask
        while table[slot] != 0 {
            let place = Int(table[slot]) - 1
            if numbers[place] == number { return place }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// At most half of the table is in use.
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
