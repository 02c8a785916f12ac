import Records

/// The values that a name has in the records of a document, as long as it may be an enumeration: a name whose
/// values are few and short texts.
///
/// A number, a time, an identifier with many digits or a long text means that the name is none. A value that
/// was counted before costs a comparison with the last one.
public struct ProviderValues: Hashable, Sendable {
    /// The maximum number of values of an enumeration.
    public static let most = 16
    /// The greatest length of a value of an enumeration in bytes.
    public static let longest = 64

    /// A value with the number of records that have it.
    public struct Count: Hashable, Sendable {
        /// The value.
        public let text: String
        /// The number of records that have it.
        public fileprivate(set) var records = 1
        /// The number of the last record that has it.
        fileprivate var last: Int
    }

    /// Whether the name is no enumeration; its values are not kept then.
    public private(set) var isOpen = false
    /// The values in the order of their first occurrence.
    public private(set) var counts: [Count] = []
    /// The number of records with a value.
    public private(set) var records = 0
    private var lastRecord = 0
    /// The place of the value that was counted last.
    private var previous = 0

    /// Creates the values of a name without any.
    init() {}

    /// Counts a value of a record, once however often the record has it; an empty one does not count.
    mutating func add(_ text: String, ofRecord record: Int) {
        guard !isOpen, !text.isEmpty else { return }
        countRecord(record)
        if previous < counts.count, counts[previous].isOf(text) { return count(record, at: previous) }
        if let place = counts.indices.first(where: { counts[$0].isOf(text) }) {
            previous = place
            return count(record, at: place)
        }
        guard counts.count < ProviderValues.most, ProviderValues.isWord(text) else { return open() }
        previous = counts.count
        counts.append(Count(text: text, last: record))
    }

    /// Counts a value of a record if it was counted before; a string of its bytes is not needed.
    ///
    /// - Returns: Whether it was.
    mutating func addKnown(_ bytes: Span<UInt8>, ofRecord record: Int) -> Bool {
        guard let place = place(of: bytes) else { return false }
        countRecord(record)
        previous = place
        count(record, at: place)
        return true
    }

    /// Forgets the values of a name that is no enumeration.
    mutating func open() {
        isOpen = true
        counts = []
    }

    private func place(of bytes: Span<UInt8>) -> Int? {
        if previous < counts.count, counts[previous].isOf(bytes) { return previous }
        for place in counts.indices where counts[place].isOf(bytes) { return place }
        return nil
    }

    private mutating func countRecord(_ record: Int) {
        guard lastRecord != record else { return }
        lastRecord = record
        records += 1
    }

    private mutating func count(_ record: Int, at place: Int) {
        guard counts[place].last != record else { return }
        counts[place].last = record
        counts[place].records += 1
    }

    /// Whether a text may be a value of an enumeration: it is short, on one line, and has more letters than
    /// digits, unlike numbers, times and many identifiers.
    private static func isWord(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= longest, !bytes.contains(where: \.isControl) else { return false }
        let digits = bytes.count(where: \.isDigit)
        return bytes.count(where: { $0.isLetter || !$0.isASCII }) > digits
    }
}

extension ProviderValues.Count {
    fileprivate func isOf(_ other: String) -> Bool {
        text == other && text.utf8.count == other.utf8.count
    }

    fileprivate func isOf(_ bytes: Span<UInt8>) -> Bool { bytes.hasSameBytes(as: text.utf8.span) }
}
