extension Plan {
    /// The kinds of the sources whose upstreams lie, each on a host of its own.
    private static let lyingKinds = ["json", "table", "forecast", "alert", "feed"]
    private static let interval = Nanoseconds.hours(3)

    /// Invents a time in which upstreams lie: they state earlier editions, an empty answer, that there is no
    /// content (204), an error page with the status 200 that caches may keep, or a part of a list. In
    /// between they are honest; all the time, what they should state changes.
    ///
    /// No lie is one that nobody could notice: a part of a table has less than a fifth of its rows, and never
    /// the same ones twice in a row, which would confirm them (`MinRecords=` in almanac.source(5)); an
    /// earlier edition is older than one that was stated before, states its time, and comes at most eight
    /// times in a row.
    init(lies seed: UInt64, days: Int) {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 4)
        let sources = Plan.lyingKinds.enumerated().compactMap { index, kind in
            let seconds = Plan.interval / .seconds(1)
            return SourceDescription("source \(kind) liar\(index).example \(seconds) \(chance.next() >> 32)")
        }
        var events = sources.indices.map { Event(at: 0, .enable(source: $0)) }
        for index in sources.indices {
            events += Plan.changes(of: index, in: days, &chance)
            events += Plan.lies(of: index, in: days, &chance)
        }
        for day in stride(from: 20 + chance.below(20), to: days, by: 20 + chance.below(20)) {
            events.append(Event(at: .hours(24 * day), chance.isTrue(0.5) ? .restart : .kill(operations: 0)))
        }
        let ordered = events.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1)
        self.init(seed: seed, hours: 24 * days, sources, ordered)
        isAboutLies = true
    }

    private static func changes(of source: Int, in days: Int, _ chance: inout Chance) -> [Event] {
        var events: [Event] = []
        var time = Nanoseconds.minutes(chance.below(1200))
        while time < .hours(24 * days) {
            events.append(Event(at: time, .change(source: source)))
            time += .minutes(60 + chance.below(1200))
        }
        return events
    }

    /// Some sources have a lie before the first honest answer.
    private static func lies(of source: Int, in days: Int, _ chance: inout Chance) -> [Event] {
        var events: [Event] = []
        var time = chance.isTrue(0.3) ? 0 : Nanoseconds.minutes(60 + chance.below(10_000))
        while time < .hours(24 * days) {
            let minutes = 20 + chance.below(chance.isTrue(0.7) ? 700 : 7000)
            let lie = time == 0 ? Mood.plainLie(&chance) : .lie(&chance)
            events.append(Event(at: time, .mood(source: source, lie, seconds: 60 * minutes)))
            time += .minutes(minutes + 120 + chance.below(10_000))
        }
        return events
    }
}
