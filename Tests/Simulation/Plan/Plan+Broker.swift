extension Plan {
    /// Lets some sources of a third of the plans follow a broker, which does what no broker should do.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - hours: The hours of the plan.
    ///   - seed: The seed of the plan.
    /// - Returns: What the broker does.
    static func follow(_ sources: inout [SourceDescription], in hours: Int, _ seed: UInt64) -> [Event] {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 6)
        guard chance.isTrue(0.33) else { return [] }
        for place in sources.indices where sources[place].canBePushed && chance.isTrue(0.7) {
            sources[place].isPushed = true
        }
        let pushed = sources.indices.filter { sources[$0].isPushed }
        guard !pushed.isEmpty else { return [] }
        return (0..<hours * 2).map { _ in
            let time = Nanoseconds(chance.next() % UInt64(Nanoseconds.hours(hours)))
            return Event(at: time, .broker(source: chance.pick(pushed), chance.pick(Trick.allCases)))
        }
    }
}
