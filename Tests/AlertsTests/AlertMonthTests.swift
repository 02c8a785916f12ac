import Alerts
import Decoding
import Records
import Testing

/// A month of an upstream that leaves out alerts, returns them, and sends old and empty answers, at the rates
/// that were published for Canada's NAAD (15 % missing, back after up to 21 hours) and api.weather.gov
/// (minutes without alerts, documents of twenty minutes earlier).
@Suite struct AlertMonthTests {
    private static let start: Int64 = 1_800_000_000
    private static let month: Int64 = 30 * 86_400

    @Test(arguments: [1, 2])
    func `a month of Canada has no false end, no return and no second event`(seed: UInt64) throws {
        var chance = Chance(seed)
        let store = AlertStore("[Source]\nURL=https://example.org/\n[Alert]\nAbsence=nothing\n")
        var world = AlertWorld(
            from: AlertMonthTests.start, for: AlertMonthTests.month, &chance, hasEnds: true)
        var missing: [String: Int64] = [:]
        var now = AlertMonthTests.start
        while now < AlertMonthTests.start + AlertMonthTests.month {
            let listed = world.messages.filter { $0.sent <= now && $0.sent > now - 172_800 }
            for message in listed where missing[message.identifier] ?? 0 < now && chance.isTrue(in: 240) {
                missing[message.identifier] = now + Int64(chance.number(below: 21 * 3600))
            }
            let isStale = chance.isTrue(in: 50)
            let seen = listed.filter {
                missing[$0.identifier] ?? 0 < now && (!isStale || $0.sent < now - 1200)
            }
            try store.read(CAPText.list(seen, updated: isStale ? now - 1200 : now), at: now)
            world.receive(seen)
            world.check(store, at: now)
            now += 600
        }
        #expect(world.faults(of: store).isEmpty, "\(world.faults(of: store).prefix(5))")
        #expect(store.events.filter { $0.hasPrefix("added") }.count > 100)
    }

    @Test(arguments: [1, 2])
    func `a month of the NWS has no false end, no return and no second event`(seed: UInt64) throws {
        var chance = Chance(seed)
        let store = AlertStore()
        var world = AlertWorld(
            from: AlertMonthTests.start, for: AlertMonthTests.month, &chance, hasEnds: false)
        var (emptyUntil, partUntil, hidden): (Int64, Int64, Int) = (0, 0, 0)
        var now = AlertMonthTests.start
        while now < AlertMonthTests.start + AlertMonthTests.month {
            if now > emptyUntil + 600, chance.isTrue(in: 350) {
                emptyUntil = now + Int64(chance.number(below: 800))
            }
            if now > partUntil + 600, now > emptyUntil, chance.isTrue(in: 100) {
                (partUntil, hidden) = (now + Int64(chance.number(below: 240)), chance.number(below: 7))
            }
            let isStale = chance.isTrue(in: 25)
            let time = isStale ? now - 1200 : now
            var seen = world.active(at: time)
            if now < emptyUntil { seen = [] }
            if now < partUntil { seen = seen.enumerated().filter { $0.offset % 7 != hidden }.map(\.element) }
            try store.read(CAPText.list(seen, updated: time), at: now)
            if !isStale { world.receive(seen) }
            world.check(store, at: now)
            now += 120
        }
        #expect(world.faults(of: store).isEmpty, "\(world.faults(of: store).prefix(5))")
        #expect(store.events.filter { $0.hasPrefix("added") }.count > 100)
    }
}

/// Random numbers that a seed decides.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// Returns a number from 0.
    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    /// Whether something that happens once in so many times happens.
    mutating func isTrue(in times: Int) -> Bool { number(below: times) == 0 }
}

/// Alerts with their updates and ends, and what a subscriber must see of them.
struct AlertWorld {
    /// An alert with its messages.
    private struct Chain {
        var messages: [CAPText]
        /// When it is over: by its time, or by its last message.
        let end: Int64
        /// Whether its last message ends it.
        let isEnded: Bool
    }

    private(set) var messages: [CAPText] = []
    private var chains: [String: Chain] = [:]
    private var received: Set<String> = []
    private var found: [String] = []

    /// Makes the alerts of a time; if `hasEnds`, messages end some of them, otherwise their absence does.
    init(from start: Int64, for time: Int64, _ chance: inout Chance, hasEnds: Bool) {
        for number in 0..<240 {
            let begin = start + Int64(chance.number(below: Int(time)))
            var message = CAPText(
                identifier: "m\(number).0", sender: "cap-pac@canada.ca", sent: begin,
                ends: begin + 7200 + Int64(chance.number(below: 60_000)), zones: ["z\(number)"])
            var all = [message]
            for step in 1..<(1 + chance.number(below: 4)) {
                let last = message
                message.identifier = "m\(number).\(step)"
                message.type = "Update"
                message.sent = last.sent + 1200 + Int64(chance.number(below: 4000))
                message.references = [last.reference]
                message.ends = max(last.ends ?? 0, message.sent + 3600)
                guard message.sent < last.ends ?? 0 else { break }
                all.append(message)
            }
            let isEnded = chance.isTrue(in: 2)
            let last = all[all.count - 1]
            let stop = last.sent + 900 + Int64(chance.number(below: 2000))
            if isEnded, hasEnds {
                var end = last
                end.identifier = "m\(number).end"
                end.type = chance.isTrue(in: 2) ? "Cancel" : "Update"
                end.sent = stop
                end.references = [last.reference]
                end.parameters = ["layer:EC-MSC-SMC:1.1:Alert_Location_Status": "ended"]
                all.append(end)
            }
            chains["m\(number).0"] = Chain(
                messages: all, end: isEnded ? stop : last.ends ?? 0, isEnded: isEnded && hasEnds)
        }
        messages = chains.values.flatMap(\.messages).sorted {
            ($0.sent, $0.identifier) < ($1.sent, $1.identifier)
        }
    }

    /// The newest messages of the alerts that are not over.
    func active(at time: Int64) -> [CAPText] {
        chains.values.filter { $0.messages[0].sent <= time && time < $0.end }
            .compactMap { $0.messages.last { $0.sent <= time } }.sorted { $0.identifier < $1.identifier }
    }

    /// Notes the messages that an answer contained.
    mutating func receive(_ messages: [CAPText]) { received.formUnion(messages.map(\.identifier)) }

    /// Compares the records with what was received.
    mutating func check(_ store: AlertStore, at now: Int64) {
        for (key, chain) in chains
        where chain.messages[0].sent <= now && chain.messages[0].sent > now - 172_800 {
            let known = chain.messages.filter { received.contains($0.identifier) }
            guard !known.isEmpty else { continue }
            let ends = known.map { $0.ends ?? 0 }.max() ?? 0
            let isOver =
                chain.isEnded && received.contains(chain.messages[chain.messages.count - 1].identifier)
            let names = Set(chain.messages.map(\.identifier))
            let isThere = store.keys.contains { names.contains($0) }
            if isOver, isThere { found.append("\(key) stays after its end") }
            if now < chain.end, now < ends, !isOver, !isThere {
                found.append("\(key) ends falsely at \(now)")
            }
            if now > ends, isThere { found.append("\(key) stays after its time") }
            if isThere, store.keys.count(where: { names.contains($0) }) > 1 {
                found.append("\(key) is there twice")
            }
        }
    }

    /// The faults, with those that the events show.
    func faults(of store: AlertStore) -> [String] {
        var counts: [String: Int] = [:]
        for addition in store.additions { counts[addition, default: 0] += 1 }
        return found + counts.filter { $0.value > 1 }.map { "\($0.key) added \($0.value) times" }
    }
}
