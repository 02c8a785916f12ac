/// A moment of a plan and what happens then; its text is the time since the beginning and the action.
struct Event: CustomStringConvertible {
    /// The time since the beginning of the simulation.
    let time: Nanoseconds
    let action: Action

    var description: String { "\(Clock.text(time)) \(action)" }

    init(at time: Nanoseconds, _ action: Action) {
        // A text has whole seconds.
        self.time = time / .seconds(1) * .seconds(1)
        self.action = action
    }

    /// Reads the text of an event; `nil` if it is none.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let time = Clock.time(parts[0]), let action = Action(parts[1]) else {
            return nil
        }
        self.init(at: time, action)
    }
}
