/// Which sources something was told of, for those who did not hear it: they are told how each is doing now.
nonisolated struct ToldStates {
    private struct Telling {
        /// How many tellings there had been with it.
        let order: Int
        /// Where the log ended then.
        let end: Int64
    }

    /// How many tellings there were.
    private(set) var count = 0
    private var tellings: [String: Telling] = [:]
    /// What is told now of sources, good as long as nothing else was told.
    private var events: [String: [UInt8]] = [:]
    private var eventsAfter: Int64 = 0

    /// Something was told of a source.
    mutating func note(_ name: String, at end: Int64) {
        count += 1
        tellings[name] = Telling(order: count, end: end)
        events = [:]
    }

    /// Those of which something was told after so many tellings, and when the log was not shorter than that; sorted.
    func names(after order: Int, since number: Int64) -> [String] {
        tellings.filter { $0.value.order > order && $0.value.end >= number }.map(\.key)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What is told of a source to one who was told changes up to a number, once it was remembered.
    func event(of name: String, after number: Int64) -> [UInt8]? {
        number == eventsAfter ? events[name] : nil
    }

    /// Remembers what is told of a source, for the next who was told as much.
    mutating func remember(_ event: [UInt8], of name: String, after number: Int64) {
        if number != eventsAfter { (events, eventsAfter) = ([:], number) }
        events[name] = event
    }
}
