import Records

/// All that a seed decides about the world: its sources, its clients, and what happens to them.
struct Plan {
    /// The beginning of the simulation: the machine has run for a day.
    static let start = Nanoseconds.hours(24)

    let seed: UInt64
    let hours: Int
    /// Whether it is a month of warnings, which has upstreams of its own.
    let isOfWarnings: Bool
    let catalogue: SourceCatalogue
    /// The events, in the order of time.
    private(set) var events: [Event]
    /// Whether no source follows a broker or a stream, whatever the plan says: the twin of another run.
    var isWithoutPush = false
    /// Whether the plan is about upstreams that lie: `HonestyCheck` watches the answers.
    var isAboutLies = false

    /// A plan of these sources and events.
    init(
        seed: UInt64, hours: Int, _ sources: [SourceDescription], _ events: [Event],
        isOfWarnings: Bool = false
    ) {
        self.isOfWarnings = isOfWarnings
        self.seed = seed
        self.hours = hours
        self.events = events
        catalogue = SourceCatalogue(sources, at: UTC(seconds: 1_800_000_000))
    }

    /// Whether nothing goes wrong.
    var isHealthy: Bool { events.allSatisfy(\.action.isHarmless) }

    /// Invents a plan.
    init(seed: UInt64, hours: Int) {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 1)
        let isHealthy = chance.isTrue(0.1)
        var sources = SourceCatalogue.descriptions(&chance)
        let clients = 2 + chance.below(5)
        var events = sources.indices.map { Event(at: 0, .enable(source: $0)) }
        for client in 0..<clients {
            events.append(Event(at: .seconds(1 + chance.below(1800)), .subscribe(client: client)))
        }
        for _ in 0..<hours * (3 + chance.below(9)) {
            let time = Nanoseconds(chance.next() % UInt64(Nanoseconds.hours(hours)))
            let action = Self.action(sources.count, clients, &chance)
            if !isHealthy || action.isHarmless { events.append(Event(at: time, action)) }
        }
        events += Self.recordedChanges(of: sources, in: hours, seed)
        events += Self.follow(&sources, in: hours, seed).filter { !isHealthy || $0.action.isHarmless }
        if !isHealthy { events += Self.lastChanges(of: sources.count, in: hours, seed) }
        let ordered = events.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1)
        self.init(seed: seed, hours: hours, sources, ordered)
    }

    /// Invents a plan of warnings, in which the daemon is stopped or killed now and then.
    init(ofWarnings seed: UInt64, hours: Int) {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 4)
        let events = (0..<1 + hours / 96).map { _ in
            let time = Nanoseconds(chance.next() % UInt64(Nanoseconds.hours(hours)))
            return Event(at: time, chance.isTrue(0.5) ? .restart : .kill(operations: chance.below(60)))
        }
        self.init(
            seed: seed, hours: hours, [], events.sorted { $0.time < $1.time }, isOfWarnings: true)
    }

    /// Replaces what happens.
    mutating func use(_ events: [Event]) { self.events = events }

    /// Lets about a third of the sources publish when a real upstream did; large ones are too slow for that.
    private static func recordedChanges(
        of sources: [SourceDescription], in hours: Int, _ seed: UInt64
    ) -> [Event] {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 2)
        let chosen = sources.enumerated().filter { chance.isTrue(0.3) && $0.element.kind != "bulk" }
        return chosen.flatMap { index, source in
            RecordedHistory(of: source.kind).times(in: hours, &chance)
                .map { Event(at: $0, .change(source: index)) }
        }
    }

    /// Lets a tenth of the plans end with documents that do not fit on the disk: no later ones hide it if the
    /// daemon takes one for stored.
    private static func lastChanges(of sources: Int, in hours: Int, _ seed: UInt64) -> [Event] {
        var chance = Chance(seed: seed &* 0x9E37_79B9 &+ 3)
        guard chance.isTrue(0.1) else { return [] }
        let start = Nanoseconds.hours(hours) - .minutes(15)
        let changes = (0..<sources).map { Event(at: start + .seconds(1), .change(source: $0)) }
        let requests = (0..<sources).map { Event(at: start + .seconds(2), .refresh(source: $0)) }
        return [Event(at: start, .disk(error: 28, seconds: 900))] + changes + requests
    }

    private static func action(_ sources: Int, _ clients: Int, _ chance: inout Chance) -> Action {
        let (source, client) = (chance.below(sources), chance.below(clients))
        let seconds = chance.pick([20, 120, 900, 3600, 10_800]) + chance.below(600)
        switch chance.below(100) {
        case 0..<34: return .change(source: source)
        case 34..<38: return .restate(source: source)
        case 38..<50: return .mood(source: source, .bad(&chance), seconds: seconds)
        case 50..<54: return .mood(source: source, .odd(&chance), seconds: seconds)
        case 54..<56: return .disable(source: source)
        case 56..<59: return .enable(source: source)
        case 59: return .reload
        case 60..<65: return .refresh(source: source)
        case 65..<68: return .leave(client: client)
        case 68..<72: return .come(client: client)
        case 72..<75: return .stall(client: client, seconds: min(seconds, 1200))
        default:
            return chance.isTrue(0.4) ? scenario(source, &chance) : disturbance(seconds, &chance)
        }
    }

    private static func scenario(_ source: Int, _ chance: inout Chance) -> Action {
        switch chance.below(10) {
        case 0..<4:
            let misuse = chance.pick(Misuse.allCases)
            return .misuse(misuse, amount: misuse.amount(&chance))
        case 4..<6: return .deliver(source: source, chance.pick(Delivery.allCases))
        case 6..<8: return .edit(source: source, chance.pick(Edit.allCases))
        case 8 where chance.isTrue(0.7):
            return .administer(source: source, chance.pick(Administration.allCases))
        case 8: return .disaster(chance.pick(Disaster.allCases))
        default: return .unreadable(seconds: 1 + chance.below(60))
        }
    }

    private static func disturbance(_ seconds: Int, _ chance: inout Chance) -> Action {
        switch chance.below(25) {
        case 0..<4: .kill(operations: chance.below(60))
        case 4..<8: .cutPower(operations: chance.below(60))
        case 8..<10: .restart
        case 10: .suspend(seconds: seconds * 4)
        case 11: .jump(seconds: chance.isTrue(0.5) ? seconds : -seconds)
        case 12: .offline(seconds: seconds)
        case 13: .disk(error: chance.pick([28, 5]), seconds: min(seconds, 900))
        case 14: .slowDisk(seconds: min(seconds, 900))
        case 15..<20: .query
        default: .compare
        }
    }
}
