#if canImport(Glibc)
    import Glibc
#endif

extension SourceRhythm {
    /// The version of a state whose latest news came without a request.
    private static let delivered: UInt8 = 5
    /// The version of any other state: the latest answer is the latest news, and earlier programs read it.
    private static let version: UInt8 = 4
    /// The version before `punctuality` was part of the state.
    private static let tolerant: UInt8 = 3
    /// The version before `excitement` was part of the state.
    private static let calm: UInt8 = 2
    fileprivate static let times = -1.0...1e11

    /// The state as bytes, at most 1.1 kB; the scheduled requests of the latest day are part of it.
    public var state: [UInt8] {
        var writer = StateWriter(seed: latest.bitPattern)
        writer.write(checked == answered ? SourceRhythm.version : SourceRhythm.delivered)
        for time in [latest, answered, activity.latest] { writer.write(exact: time) }
        let absolute = account.price + log(account.budget.seconds)
        for value in [account.credit, absolute, trust, refutations, delay, lag] { writer.write(value) }
        writer.write(Int8(chosen))
        writer.write(Int64(account.window.newest))
        for index in account.window.counts.indices { writer.write(account.window.counts[index]) }
        activity.write(to: &writer)
        for bin in 0..<HourModel.bins { writer.write(tiny: hour.counts[bin]) }
        for phase in phases { phase.write(to: &writer, at: answered) }
        writer.write(rough: excitement)
        punctuality.write(to: &writer)
        if checked != answered { writer.write(exact: checked) }
        return writer.bytes
    }

    /// Creates a state from its stored bytes; a state of another version, or anything else, starts over.
    public init(budget: RequestBudget, state: some Sequence<UInt8>) {
        self.init(budget: budget)
        var reader = StateReader(Array(state.prefix(2048)))
        var read = self
        let version = reader.integer(UInt8.self)
        guard (SourceRhythm.calm...SourceRhythm.delivered).contains(version) else { return }
        read.read(&reader)
        if version > SourceRhythm.calm { read.excitement = reader.rough(in: 0...1e6) }
        if version > SourceRhythm.tolerant { read.punctuality.read(&reader) }
        read.checked =
            version == SourceRhythm.delivered ? reader.exact(in: SourceRhythm.times) : read.answered
        if reader.isComplete { self = read }
    }

    private mutating func read(_ reader: inout StateReader) {
        latest = reader.exact(in: SourceRhythm.times)
        answered = reader.exact(in: SourceRhythm.times)
        activity.latest = reader.exact(in: SourceRhythm.times)
        let rate = budget.requestsPerDay
        account.latest = latest
        account.credit = reader.number(in: -rate - 2...max(1, rate))
        account.price = reader.number(in: -20...30) - log(budget.seconds)
        trust = reader.number(in: 0...1)
        refutations = reader.number(in: 0...15)
        delay = reader.number(in: -1...1e9)
        lag = reader.number(in: -1...1e9)
        chosen = min(phases.count - 1, max(-1, Int(reader.integer(Int8.self))))
        account.window.newest = Int(min(1 << 40, max(-1 << 40, reader.integer(Int64.self))))
        for index in account.window.counts.indices {
            account.window.counts[index] = reader.integer(UInt16.self)
        }
        account.window.recount()
        activity.read(&reader)
        for bin in 0..<HourModel.bins { hour.counts[bin] = reader.tiny() }
        hour.addUp()
        for index in phases.indices { phases[index].read(&reader, at: answered) }
        if chosen >= 0 { phases[chosen].divide(into: &steps) }
        priced = chosen >= 0 ? phases[chosen].cycle : -1
    }
}

extension ActivityModel {
    fileprivate func write(to writer: inout StateWriter) {
        for value in observed { writer.write(rough: Double(value)) }
        for value in expected { writer.write(rough: Double(value)) }
        for value in [publications, seconds, memory, average, averaged, gain] { writer.write(value) }
        writer.write(UInt8(isWinning ? 1 : 0))
    }

    fileprivate mutating func read(_ reader: inout StateReader) {
        for index in observed.indices { observed[index] = Float(reader.rough(in: 0...1e6)) }
        for index in expected.indices { expected[index] = Float(reader.rough(in: 0...1e6)) }
        publications = reader.number(in: 1e-6...1e9)
        seconds = reader.number(in: 1...1e12)
        memory = reader.number(in: 0...1e9)
        average = reader.number(in: 0.1...10)
        averaged = reader.number(in: 0...1e9)
        gain = reader.number(in: -6...12)
        isWinning = reader.integer(UInt8.self) == 1
    }
}

extension PhaseModel {
    fileprivate func write(to writer: inout StateWriter, at moment: Double) {
        writer.write(weights: weights)
        for value in [evidence, gain] { writer.write(value) }
        for value in [regularity, unseen, cycles, irregular.count, irregular.seconds] {
            writer.write(rough: value)
        }
        if period == 86_400 { weekdays.write(to: &writer) }
        writer.write(UInt16(boundary))
        writer.write(UInt8(isWhole ? 1 : 0))
    }

    fileprivate mutating func read(_ reader: inout StateReader, at moment: Double) {
        weights = reader.weights(bins)
        evidence = reader.number(in: Tuning.evidence)
        gain = reader.number(in: -1e6...1e6)
        regularity = reader.rough(in: 0.05...0.98)
        unseen = reader.rough(in: 0...1)
        cycles = reader.rough(in: 0...1000)
        irregular.count = reader.rough(in: 0...1e9)
        irregular.seconds = reader.rough(in: 0...1e9)
        if period == 86_400 { weekdays.read(&reader) }
        boundary = Int(reader.integer(UInt16.self)) % bins
        isWhole = reader.integer(UInt8.self) == 1
        cycle = moment >= 0 ? start(moment) : -1
        addUp()
        count = Double(sums[bins])
    }
}

extension Punctuality {
    fileprivate func write(to writer: inout StateWriter) {
        for bin in 0..<Punctuality.bins { writer.write(rough: Double(counts[bin])) }
        for place in stride(from: 0, to: Punctuality.places, by: 2) {
            writer.write(needed[place] | needed[place + 1] << 4)
        }
        for time in [cycle, expected, missing.expected, missing.limit] { writer.write(exact: time) }
        writer.write((isWhole ? 1 : 0) | (isSeen ? 2 : 0) | UInt8(phase + 1) << 2)
        writer.write(away)
    }

    fileprivate mutating func read(_ reader: inout StateReader) {
        for bin in 0..<Punctuality.bins { counts[bin] = Float(reader.rough(in: 0...1e4)) }
        for place in stride(from: 0, to: Punctuality.places, by: 2) {
            let pair = reader.integer(UInt8.self)
            needed[place] = pair & 15
            needed[place + 1] = pair >> 4
        }
        cycle = reader.exact(in: SourceRhythm.times)
        expected = reader.exact(in: SourceRhythm.times)
        missing = (reader.exact(in: SourceRhythm.times), reader.exact(in: SourceRhythm.times))
        let flags = reader.integer(UInt8.self)
        isWhole = flags & 1 != 0
        isSeen = flags & 2 != 0
        phase = min(SourceRhythm.periods.count - 1, Int(flags >> 2) - 1)
        away = reader.integer(UInt8.self)
        addUp()
    }
}

extension Weekdays {
    private static let unit: Float = 16

    fileprivate func write(to writer: inout StateWriter) {
        for day in 0..<7 { writer.write(tiny: published[day] * Weekdays.unit) }
        for day in 0..<7 { writer.write(tiny: followed[day] * Weekdays.unit) }
    }

    fileprivate mutating func read(_ reader: inout StateReader) {
        for day in 0..<7 { published[day] = reader.tiny() / Weekdays.unit }
        for day in 0..<7 { followed[day] = reader.tiny() / Weekdays.unit }
    }
}
