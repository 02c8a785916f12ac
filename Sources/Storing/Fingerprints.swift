import Records

/// Which of a source's stored records a document has: a number for each that stands for its key and hash,
/// in one table, about twelve bytes a record.
///
/// Two records of one number would hide a change; with 64 bits that does not happen to a million records in
/// a lifetime.
struct Fingerprints {
    /// Open addressing; 0 is a free place.
    private var places: [UInt64] = Array(repeating: 0, count: 64)
    /// A bit a place: that the document has it.
    private var marks: [UInt64] = [0]
    private var count = 0
    /// How many are marked.
    private(set) var markedCount = 0

    /// The number of a record.
    static func of(_ key: Span<UInt8>, _ hash: RecordHash) -> UInt64 {
        let number = RecordHash(key).low ^ hash.low &* 0x9E37_79B9_7F4A_7C15 ^ hash.high
        return number == 0 ? 1 : number
    }

    /// The number of a record.
    static func of(_ key: String, _ hash: RecordHash) -> UInt64 { of(key.utf8.span, hash) }

    /// Makes room for `count` numbers.
    mutating func reserve(_ count: Int) {
        while places.count * 2 < count * 3 { grow() }
    }

    /// Adds a number that is not marked; one that is there stays as it is.
    mutating func add(_ number: UInt64) { _ = place(adding: number) }

    /// Whether a number was added.
    func contains(_ number: UInt64) -> Bool { places[place(of: number)] == number }

    /// Whether a number is marked.
    func isMarked(_ number: UInt64) -> Bool {
        let place = place(of: number)
        return places[place] == number && marks[place >> 6] & 1 << UInt64(place & 63) != 0
    }

    /// Marks a number, adding it if need be.
    ///
    /// - Returns: Whether it was not marked.
    mutating func mark(_ number: UInt64) -> Bool {
        let place = place(adding: number)
        let bit: UInt64 = 1 << UInt64(place & 63)
        guard marks[place >> 6] & bit == 0 else { return false }
        marks[place >> 6] |= bit
        markedCount += 1
        return true
    }

    /// Where a number is, or would be.
    private func place(of number: UInt64) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: number) & mask
        while places[place] != 0 && places[place] != number { place = (place + 1) & mask }
        return place
    }

    private mutating func place(adding number: UInt64) -> Int {
        let found = place(of: number)
        guard places[found] == 0 else { return found }
        count += 1
        guard places.count * 2 < count * 3 else {
            places[found] = number
            return found
        }
        grow()
        let place = place(of: number)
        places[place] = number
        return place
    }

    private mutating func grow() {
        let (old, oldMarks) = (places, marks)
        places = Array(repeating: 0, count: old.count * 2)
        marks = Array(repeating: 0, count: places.count / 64)
        for (place, number) in old.enumerated() where number != 0 {
            let new = self.place(of: number)
            places[new] = number
            if oldMarks[place >> 6] & 1 << UInt64(place & 63) != 0 {
                marks[new >> 6] |= 1 << UInt64(new & 63)
            }
        }
    }
}
