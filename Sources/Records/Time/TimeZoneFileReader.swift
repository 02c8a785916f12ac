/// Reads a TZif file.
///
/// Source: RFC 9636, 3.
struct TimeZoneFileReader {
    /// The numbers of entries in a data block.
    private struct Counts {
        let universal: Int
        let standard: Int
        let leaps: Int
        let transitions: Int
        let localTimes: Int
        let characters: Int

        /// Returns the length of the data block, in bytes, if times have this many bytes.
        func length(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + localTimes * 6 + characters + leaps * (timeSize + 4) + standard
                + universal
        }
    }

    private static let magic = Array("TZif".utf8)
    /// The bytes of the header that have no meaning yet.
    private static let reserved = 15

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Reads the file: that of version 1, or the part with 64-bit times that follows in later versions.
    mutating func read() throws(TimeZoneError) -> TimeZoneFile {
        let version = try readVersion()
        let counts = try readCounts()
        guard version >= UInt8(ascii: "2") else {
            guard version == 0 else { throw .notTimeZoneFile }
            return try readBlock(counts, timeSize: 4, hasFooter: false)
        }
        _ = try read(counts.length(timeSize: 4))
        _ = try readVersion()
        return try readBlock(readCounts(), timeSize: 8, hasFooter: true)
    }

    /// Returns the version: 0 or an ASCII digit.
    private mutating func readVersion() throws(TimeZoneError) -> UInt8 {
        guard rest.starts(with: TimeZoneFileReader.magic) else { throw .notTimeZoneFile }
        rest = rest.dropFirst(TimeZoneFileReader.magic.count)
        let version = Array(try read(1))[0]
        _ = try read(TimeZoneFileReader.reserved)
        return version
    }

    private mutating func readCounts() throws(TimeZoneError) -> Counts {
        let universal = try unsigned(4)
        let standard = try unsigned(4)
        let leaps = try unsigned(4)
        let transitions = try unsigned(4)
        let localTimes = try unsigned(4)
        let characters = try unsigned(4)
        return Counts(
            universal: universal, standard: standard, leaps: leaps, transitions: transitions,
            localTimes: localTimes, characters: characters)
    }

    private mutating func readBlock(
        _ counts: Counts, timeSize: Int, hasFooter: Bool
    ) throws(TimeZoneError) -> TimeZoneFile {
        guard rest.count >= counts.length(timeSize: timeSize) else { throw .incomplete }
        guard counts.leaps == 0 else { throw .hasLeapSeconds }
        let transitions = try readTransitions(counts.transitions, size: timeSize)
        let indices = Array(try read(counts.transitions))
        guard indices.allSatisfy({ Int($0) < counts.localTimes }) else { throw .invalid("local time type") }
        let localTimes = try readLocalTimes(counts)
        // Which rules they were made of does not matter once they are known.
        _ = try read(counts.standard + counts.universal)
        return TimeZoneFile(
            transitions: transitions, indices: indices, localTimes: localTimes,
            rule: hasFooter ? try readFooter() : nil)
    }

    private mutating func readTransitions(_ count: Int, size: Int) throws(TimeZoneError) -> [Int64] {
        var transitions: [Int64] = []
        for _ in 0..<count {
            let time = try signed(size)
            if let last = transitions.last, last >= time { throw .invalid("order of transitions") }
            transitions.append(time)
        }
        return transitions
    }

    private mutating func readLocalTimes(
        _ counts: Counts
    ) throws(TimeZoneError) -> [TimeZoneFile.LocalTime] {
        guard counts.localTimes > 0 else { throw .invalid("number of local time types") }
        let records = try read(counts.localTimes * 6)
        let characters = try read(counts.characters)
        var localTimes: [TimeZoneFile.LocalTime] = []
        for start in stride(from: records.startIndex, to: records.endIndex, by: 6) {
            let record = records[start..<start + 6]
            localTimes.append(try TimeZoneFile.LocalTime(record, names: characters))
        }
        return localTimes
    }

    /// Reads the rule between two newlines; `nil` if it is empty.
    private mutating func readFooter() throws(TimeZoneError) -> TimeZoneRule? {
        guard try Array(read(1)) == [.newline] else { throw .invalid("footer") }
        let text = rest.prefix { $0 != .newline }
        guard text.endIndex < rest.endIndex else { throw .incomplete }
        guard !text.isEmpty else { return nil }
        return try TimeZoneRule(text)
    }

    private mutating func read(_ count: Int) throws(TimeZoneError) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .incomplete }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func unsigned(_ size: Int) throws(TimeZoneError) -> Int {
        try read(size).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a number of four or eight bytes in two's complement.
    private mutating func signed(_ size: Int) throws(TimeZoneError) -> Int64 {
        let value = try read(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}

extension TimeZoneFile.LocalTime {
    /// The offsets that a file may state: a little more than one day, in seconds.
    ///
    /// Source: RFC 9636, 3.2.
    private static let offsets: ClosedRange<Int32> = -89_999...93_599

    /// Reads a record of six bytes: the offset, whether it is daylight saving time, and where among the
    /// names its abbreviation begins.
    fileprivate init(_ record: ArraySlice<UInt8>, names: ArraySlice<UInt8>) throws(TimeZoneError) {
        let offset = Int32(truncatingIfNeeded: record.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        guard Self.offsets.contains(offset) else { throw .invalid("offset from UTC") }
        let start = record[record.startIndex + 5]
        let name = names.dropFirst(Int(start))
        guard let end = name.firstIndex(of: 0), name[..<end].allSatisfy(\.isOfTimeZoneName) else {
            throw .invalid("abbreviation")
        }
        secondsEast = Int(offset)
        abbreviation = String(decoding: name[..<end], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether abbreviations of time zones contain this character.
    ///
    /// Source: RFC 9636, 3.3.1 and 3.2.
    var isOfTimeZoneName: Bool { isLetterOrDigit || self == .plus || self == .hyphen }
}
