/// The scheduled requests of the latest 24 hours, counted in half hours: an upper bound on every window of 24
/// hours.
struct RequestWindow: Sendable {
    static let slots = 49
    static let slot = 1800.0
    /// The requests by half hour, the newest at `newest`.
    var counts = InlineArray<49, UInt16>(repeating: 0)
    /// The half hour of the newest count, since 1970.
    var newest = 0
    private(set) var total = 0

    /// Counts a request; after a clock was set back, older requests count as if they were made now.
    mutating func add(at moment: Double) {
        let slot = RequestWindow.index(moment)
        let passed = slot - newest
        if passed >= RequestWindow.slots {
            for index in counts.indices { counts[index] = 0 }
            total = 0
        } else if passed > 0 {
            forget(passed)
        } else if passed < 0 {
            turn(by: passed)
        }
        newest = slot
        let place = place(slot)
        guard counts[place] < .max else { return }
        counts[place] += 1
        total += 1
    }

    /// Removes the counts of the half hours that new ones replace.
    private mutating func forget(_ passed: Int) {
        for step in 1...passed {
            let place = place(newest + step)
            total -= Int(counts[place])
            counts[place] = 0
        }
    }

    /// Sums up the counts after they were read from a state.
    mutating func recount() {
        total = 0
        for index in counts.indices { total += Int(counts[index]) }
    }

    /// Whether a request at `moment`, and then one after each longest pause, stay within `most` in any 24
    /// hours.
    func hasRoom(at moment: Double, longestPause: Double, most: Int) -> Bool {
        var kept = total
        var oldest = newest - RequestWindow.slots + 1
        var planned = 1
        var next = moment
        while true {
            let first = RequestWindow.index(next - 86_400)
            while oldest < first, kept > 0 {
                kept -= oldest <= newest ? Int(counts[place(oldest)]) : 0
                oldest += 1
            }
            if kept + planned > most { return false }
            if kept == 0 || next >= moment + 86_400 { return true }
            if kept + planned + Int(86_400 / longestPause) <= most { return true }
            planned += 1
            next += longestPause
        }
    }

    /// Returns the number of requests since the half hour 24 hours before a moment.
    func count(at moment: Double) -> Int {
        let oldest = newest - RequestWindow.slots + 1
        let first = RequestWindow.index(moment - 86_400) + 1
        guard first <= newest else { return 0 }
        var count = total
        for slot in oldest..<max(oldest, first) { count -= Int(counts[place(slot)]) }
        return count
    }

    private static func index(_ moment: Double) -> Int { Int((moment / slot).rounded(.down)) }

    private func place(_ index: Int) -> Int {
        let rest = index % RequestWindow.slots
        return rest < 0 ? rest + RequestWindow.slots : rest
    }

    /// Keeps the order of the counts when the newest half hour gets an earlier number.
    private mutating func turn(by steps: Int) {
        var turned = InlineArray<49, UInt16>(repeating: 0)
        for age in 0..<RequestWindow.slots { turned[age] = counts[place(newest - age)] }
        for age in 0..<RequestWindow.slots { counts[place(newest + steps - age)] = turned[age] }
    }
}
