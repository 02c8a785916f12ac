import Records

/// The names that the records of a document have, such as those of members, elements and parameters, with the
/// number of records that have each of them.
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

    private struct Name: Hashable, Sendable {
        let text: String
        /// The number of the name around it; -1 if there is none.
        let place: Int
        var records = 0
        /// The number of the last record that has it.
        var last = 0
        /// The number of the name that followed it last; its own if none did.
        var following: Int
    }

    private struct Key: Hashable, Sendable {
        let place: Int
        let text: ByteKey
    }

    /// The number of records.
    public private(set) var records = 0
    /// Whether the records have more names than are counted: a name that is absent may be one of the others.
    public private(set) var isFull = false
    private var names: [Name] = []
    private var numbers: [Key: Int] = [:]
    /// The number of the name that was counted last; `nil` before the first one of a record.
    private var previous: Int?

    /// Creates the names of a document without records.
    public init() {}

    /// The names with the names around them and the number of records that have them, in the order of their
    /// first occurrence.
    public var counts: [(name: String, records: Int)] {
        var paths: [String] = []
        paths.reserveCapacity(names.count)
        for name in names { paths.append(name.place < 0 ? name.text : paths[name.place] + "/" + name.text) }
        return zip(paths, names).map { ($0, $1.records) }
    }

    /// Counts the next record; names that are counted from now on are its own.
    package mutating func addRecord() {
        records += 1
        previous = nil
    }

    /// Counts a name of the last record, once however often the record has it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - place: The name around it.
    /// - Returns: The place of the names inside it.
    @discardableResult
    package mutating func add(_ name: String, in place: Place = .record) -> Place {
        guard place != .uncounted, let number = number(of: name, in: place.number) else { return .uncounted }
        if let previous { names[previous].following = number }
        previous = number
        if names[number].last != records {
            names[number].last = records
            names[number].records += 1
        }
        return Place(number: number)
    }

    /// Returns the number of a name; adds it if it is new.
    ///
    /// - Returns: `nil` if it is not counted.
    private mutating func number(of name: String, in place: Int) -> Int? {
        let guess = previous.map { names[$0].following } ?? 0
        if guess < names.count, names[guess].place == place, names[guess].text.hasBytes(of: name) {
            return guess
        }
        let key = Key(place: place, text: ByteKey(name))
        return numbers[key] ?? insert(name, key, in: place)
    }

    /// Adds a name, unless it is empty, long or no plain text, or there are too many.
    private mutating func insert(_ name: String, _ key: Key, in place: Int) -> Int? {
        guard 1...ProviderNames.longest ~= name.utf8.count, !name.utf8.contains(where: \.isControl) else {
            return nil
        }
        guard names.count < ProviderNames.most else {
            isFull = true
            return nil
        }
        numbers[key] = names.count
        names.append(Name(text: name, place: place, following: names.count))
        return names.count - 1
    }
}
