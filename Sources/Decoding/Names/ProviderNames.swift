import Records

/// The names that the records of a document have, such as those of members, elements and parameters, with the
/// number of records that have each of them, and their values.
///
/// A name has the names around it before it, as in `info/parameter/BLOCKCHANNEL`. A name that was counted
/// before costs a comparison with the one that followed the last name in an earlier record: records usually
/// have their names in the same order.
public struct ProviderNames: Hashable, Sendable {
    /// The maximum number of names; others are not counted.
    public static let most = 500
    /// The greatest length of a name in bytes, without the names around it; longer ones are not counted.
    public static let longest = 64

    /// The place of names.
    public struct Place: Hashable, Sendable {
        fileprivate let number: Int

        /// The record itself.
        public static let record = Place(number: -1)
        /// The inside of a name that is not counted.
        fileprivate static let uncounted = Place(number: -2)
    }

    private struct Key: Hashable, Sendable {
        let place: Int
        let text: ByteKey
    }

    /// The number of records.
    public private(set) var records = 0
    /// Whether the records have more names than are counted: a name that is absent may be one of the others.
    public private(set) var isFull = false
    // An array for each fact of the names, by number: no name is copied in order to compare it.
    private var texts: [String] = []
    /// For each name, the number of the one around it; -1 if there is none.
    private var places: [Int] = []
    /// For each name, the number of records that have it.
    private var totals: [Int] = []
    /// For each name, the number of the last record that has it.
    private var lasts: [Int] = []
    /// For each name, the number of the one that followed it last; its own at first.
    private var followers: [Int] = []
    /// For each name, its values.
    private var values: [ProviderValues] = []
    private var numbers: [Key: Int] = [:]
    /// The number of the name that was counted last; -1 before the first one of a record.
    private var previous = -1

    /// Creates the names of a document without records.
    public init() {}

    /// The names with the names around them, the number of records that have them and their values, in the
    /// order of their first occurrence.
    public var counts: [(name: String, records: Int, values: ProviderValues)] {
        var paths: [String] = []
        paths.reserveCapacity(texts.count)
        for (text, place) in zip(texts, places) {
            paths.append(place < 0 ? text : paths[place] + "/" + text)
        }
        return paths.indices.map { (paths[$0], totals[$0], values[$0]) }
    }

    /// Counts the next record; names that are counted from now on are its own.
    package mutating func addRecord() {
        records += 1
        previous = -1
    }

    /// Counts a name of the last record, once however often the record has it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - place: The name around it.
    /// - Returns: The place of the names inside it.
    @discardableResult
    package mutating func add(_ name: String, in place: Place = .record) -> Place {
        guard place != .uncounted else { return .uncounted }
        let number = number(of: name, in: place.number)
        guard number >= 0 else { return .uncounted }
        if previous >= 0, followers[previous] != number { followers[previous] = number }
        previous = number
        if lasts[number] != records {
            lasts[number] = records
            totals[number] += 1
        }
        return Place(number: number)
    }

    /// Whether the values of the name around a place are counted.
    package func countsValues(of place: Place) -> Bool { place.number >= 0 && !values[place.number].isOpen }

    /// Counts a value of the name around a place in the last record.
    package mutating func addValue(_ text: String, of place: Place) {
        guard place.number >= 0 else { return }
        values[place.number].add(text, ofRecord: records)
    }

    /// Counts a value of the name around a place in the last record if it was counted before.
    ///
    /// - Returns: Whether it was.
    mutating func addKnownValue(_ bytes: Span<UInt8>, of place: Place) -> Bool {
        guard place.number >= 0 else { return false }
        return values[place.number].addKnown(bytes, ofRecord: records)
    }

    /// Records that the name around a place is no enumeration, and forgets its values.
    package mutating func openValues(of place: Place) {
        if place.number >= 0 { values[place.number].open() }
    }

    /// Returns the number of a name; adds it if it is new.
    ///
    /// - Returns: -1 if it is not counted.
    private mutating func number(of name: String, in place: Int) -> Int {
        let guess = previous < 0 ? 0 : followers[previous]
        if isNamed(guess, name, in: place) { return guess }
        // A record often lacks some of the next names.
        for next in max(previous, 0)..<min(previous + 8, texts.count) where isNamed(next, name, in: place) {
            return next
        }
        let key = Key(place: place, text: ByteKey(name))
        return numbers[key] ?? insert(name, key, in: place)
    }

    /// Whether a number is that of a name. Short strings are compared as two words; texts of one length that
    /// differ only in the order of combining marks count as one name.
    private func isNamed(_ number: Int, _ name: String, in place: Int) -> Bool {
        number < texts.count && places[number] == place && texts[number] == name
            && texts[number].utf8.count == name.utf8.count
    }

    /// Adds a name, unless it is empty, long or no plain text, or there are too many.
    private mutating func insert(_ name: String, _ key: Key, in place: Int) -> Int {
        guard 1...ProviderNames.longest ~= name.utf8.count, !name.utf8.contains(where: \.isControl) else {
            return -1
        }
        guard texts.count < ProviderNames.most else {
            isFull = true
            return -1
        }
        let number = texts.count
        numbers[key] = number
        texts.append(name)
        places.append(place)
        totals.append(0)
        lasts.append(0)
        values.append(ProviderValues())
        followers.append(number)
        return number
    }
}
