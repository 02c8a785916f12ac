import Records

/// The first messages of a subscriber that lacks nothing, which differ from those of the next one in the
/// time.
nonisolated struct Welcome {
    /// The complete messages of the first event and of `ready`.
    private(set) var bytes: [UInt8]
    private let cursor: Cursor
    private let form: WireFormat
    private let warnings: [String]
    private var at: UTC
    /// The ends of the two times in the bytes.
    private let ends: (Int, Int)

    /// The times with as many digits as those of the next 200 years, in microseconds.
    private static let common: Range<Int64> = 1_000_000_000_000_000..<10_000_000_000_000_000

    /// Writes the messages.
    init(_ cursor: Cursor, at now: UTC, as form: WireFormat, warnings: [String]) {
        var writer = JSONWriter(capacity: 320)
        form.open(in: &writer)
        let first = SubscriptionEvent.writeSubscribed(cursor, at: now, warnings: warnings, to: &writer)
        form.close(in: &writer)
        form.open(in: &writer)
        let second = SubscriptionEvent.writeReady(cursor, at: now, to: &writer)
        form.close(in: &writer)
        bytes = writer.finish()
        ends = (first, second)
        at = now
        (self.cursor, self.form, self.warnings) = (cursor, form, warnings)
    }

    /// Whether the messages for other arguments differ in nothing but the time.
    func isSame(_ cursor: Cursor, _ form: WireFormat, _ warnings: [String]) -> Bool {
        self.cursor == cursor && self.form == form && self.warnings == warnings
    }

    /// Replaces the time.
    ///
    /// - Returns: `false`, without any effect, if it has another number of digits.
    mutating func update(at now: UTC) -> Bool {
        if now == at { return true }
        guard Self.common.contains(at.microseconds), Self.common.contains(now.microseconds) else {
            return false
        }
        at = now
        var rest = now.microseconds
        var back = 1
        while rest > 0 {
            let (tens, last) = rest.quotientAndRemainder(dividingBy: 10)
            bytes[ends.0 - back] = .digit(last)
            bytes[ends.1 - back] = .digit(last)
            rest = tens
            back += 1
        }
        return true
    }
}
