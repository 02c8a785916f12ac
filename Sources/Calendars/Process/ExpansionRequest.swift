import Records

/// The request to expand a document: a line of numbers, and the document.
struct ExpansionRequest {
    /// The moment to which the window belongs, in seconds since 1970.
    let now: Int64
    /// The longest time since the end of an occurrence, in seconds.
    let past: Int64
    /// The longest time until the start of an occurrence, in seconds.
    let ahead: Int64
    /// The size of the document, in bytes.
    let size: Int
    /// Whether the process must end after a moment.
    let isBrief: Bool
    /// The version of the tz database as a number, such as 202502 for `2025b`; 0 if it is unknown.
    let edition: Int
    /// The series that must not be expanded.
    let skipped: Set<Int>

    /// The line, with its line feed.
    var line: [UInt8] {
        let numbers = [Int(now), Int(past), Int(ahead), size, isBrief ? 1 : 0, edition] + skipped.sorted()
        return Array(numbers.map(String.init).joined(separator: " ").utf8) + [.newline]
    }

    /// Creates a request.
    init(
        now: Int64, past: Int64, ahead: Int64, size: Int, isBrief: Bool, edition: Int, skipped: Set<Int>
    ) {
        self.now = now
        self.past = past
        self.ahead = ahead
        self.size = size
        self.isBrief = isBrief
        self.edition = edition
        self.skipped = skipped
    }

    /// Reads a line without its line feed; `nil` if it is no request.
    init?(_ line: [UInt8]) {
        let numbers = line.split(separator: .space).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count >= 6, numbers[3] >= 0 else { return nil }
        now = Int64(numbers[0])
        past = Int64(numbers[1])
        ahead = Int64(numbers[2])
        size = numbers[3]
        isBrief = numbers[4] != 0
        edition = numbers[5]
        skipped = Set(numbers.dropFirst(6))
    }
}
