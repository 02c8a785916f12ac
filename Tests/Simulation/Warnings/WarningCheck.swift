import Records

/// Checks that a subscriber sees each warning as its sender means it: no false end, no return after an end,
/// no event twice, and each end within a minute.
final class WarningCheck {
    /// The time in which the daemon must act on what it received.
    private static let delay: Nanoseconds = .seconds(60)
    /// The time in which it must have read what a heartbeat has named.
    private static let patience: Nanoseconds = .minutes(20)

    /// The statements about a warning, and the record that a subscriber has of it.
    private struct State {
        let source: String
        let warning: Warning
        let isEndedByAbsence: Bool
        /// The moment at which the last of its messages that were received expires.
        var expires: Int64 = 0
        /// Whether a message has ended it.
        var isEnded = false
        /// The message of the record that the subscriber has; `nil` for none.
        var present: Warning.Message?
        /// The messages of all its events.
        var announced: Set<String> = []
        /// The first of the answers that lack it.
        var lackedSince: Int64?
        var isListed = false

        /// Whether it is over at a moment, as far as the daemon can know.
        func isOver(at now: Int64) -> Bool {
            isEndedByAbsence ? now >= warning.end : isEnded || now >= expires
        }
    }

    private var states: [State] = []
    private var numbers: [String: Int] = [:]
    private var keys: [String: Int] = [:]
    private(set) var additions = 0
    private(set) var removals = 0

    private var world: World { World.current }
    private var now: Int64 { world.upstreams.time.seconds }

    init(of upstreams: [any WarningUpstream]) {
        for upstream in upstreams {
            for warning in upstream.warnings {
                for message in warning.messages {
                    numbers["\(upstream.definition.name)/\(message.identifier)"] = states.count
                }
                states.append(
                    State(
                        source: upstream.definition.name, warning: warning,
                        isEndedByAbsence: upstream.isEndedByAbsence))
            }
        }
    }

    // What providers say.

    /// An index or an archive sends a message.
    func sent(_ message: Warning.Message) {
        guard let number = numbers["naad/\(message.identifier)"] else { return }
        states[number].expires = max(states[number].expires, message.isEnd ? 0 : message.expires)
        if message.isEnd { states[number].isEnded = true }
        expectSoon(number)
        world.after(.seconds(Int(max(0, message.expires - now)))) { [unowned self] in expectSoon(number) }
    }

    /// A heartbeat of a stream has named a message, which the archive has: it is read, or a later one.
    func named(_ message: Warning.Message) {
        guard let number = numbers["naad/\(message.identifier)"] else { return }
        let then = world.now
        world.after(WarningCheck.patience) { [unowned self] in
            guard world.machine.isRunning, world.machine.startTime + .seconds(30) < then else { return }
            let state = states[number]
            if message.isEnd {
                if state.present != nil { world.fail("\(message.identifier) is lost: its warning stays") }
            } else if message.expires > now + 60, !state.isEnded, (state.present?.sent ?? 0) < message.sent {
                world.fail("\(message.identifier) is lost, which a heartbeat has named")
            }
        }
    }

    /// A list that is not an old one has these messages.
    func listed(_ active: [Warning.Message], by upstream: any WarningUpstream, at now: Int64) {
        let identifiers = Set(active.map(\.identifier))
        for number in states.indices where states[number].isEndedByAbsence {
            let (messages, end) = (states[number].warning.messages, states[number].warning.end)
            if messages[0].sent > now || end + 7200 < now { continue }
            if messages.contains(where: { identifiers.contains($0.identifier) }) {
                states[number].lackedSince = nil
                if !states[number].isListed { expectSoon(number) }
                states[number].isListed = true
            } else if states[number].isListed, !active.isEmpty {
                let since = states[number].lackedSince ?? now
                states[number].lackedSince = since
                if now - since >= 300, states[number].present != nil { expectSoon(number) }
            }
        }
    }

    /// Compares the record of a warning with what was said, once the daemon has had the time to act on it.
    private func expectSoon(_ number: Int) {
        let then = world.now
        world.after(Self.delay) { [unowned self] in
            // What a process received that ended is received once more.
            guard world.machine.isRunning, world.machine.startTime + .seconds(30) < then else { return }
            let (state, now) = (states[number], now)
            let isOver = state.isOver(at: now - 60)
            let isConfirmed = state.lackedSince.map { now - $0 >= 300 } ?? false
            let name = "\(state.source) \(state.warning.messages[0].identifier)"
            if isOver, state.present != nil, !state.isEndedByAbsence || isConfirmed {
                world.fail("\(name) stays after its end")
            }
            if state.present == nil, !state.isOver(at: now + 60) { world.fail("\(name) is missing") }
        }
    }

    // What a subscriber hears.

    /// Checks an event.
    func heard(_ kind: String, _ event: JSON) {
        let (source, key) = (event["source"]?.string ?? "", event["key"]?.string ?? "")
        if kind == "removed" { return removed("\(source)/\(key)") }
        let identifier = event["data"]?["identifier"]?.string ?? ""
        guard let number = numbers["\(source)/\(identifier)"] else {
            return world.fail("\(source) has \(key), a message that nobody sent")
        }
        let state = states[number]
        let message = state.warning.messages.first { $0.identifier == identifier }
        if state.isOver(at: now) { world.fail("\(source) \(identifier) is \(kind) after its end") }
        if !states[number].announced.insert(identifier).inserted {
            world.fail("\(source) \(identifier) is \(kind) although it was announced before")
        }
        if kind == "added", state.present != nil { world.fail("\(source) \(identifier) is there twice") }
        if let old = state.present, let message, message.sent <= old.sent {
            world.fail("\(source) \(old.identifier) becomes the older \(identifier)")
        }
        if kind == "added" { additions += 1 }
        keys["\(source)/\(key)"] = number
        states[number].present = message
    }

    private func removed(_ place: String) {
        guard let number = keys.removeValue(forKey: place) else {
            return world.fail("\(place) is removed, which is unknown")
        }
        removals += 1
        if !states[number].isOver(at: now) { world.fail("\(place) ends falsely") }
        states[number].present = nil
    }
}
