/// The text of a plan: lines of `seed N`, `hours N`, `lies` or `warnings` if it is about them, `poll` if nothing is
/// pushed, sources and events, and comments after `#`.
struct Script {
    private(set) var plan: Plan

    /// Reads a file; `nil` if it does not exist, a line is none of these, or an event has no source.
    init?(path: String) {
        guard let bytes = Folder.read(path) else { return nil }
        var (seed, hours): (UInt64, Int) = (1, 12)
        var isOfWarnings = false
        var sources: [SourceDescription] = []
        var events: [Event] = []
        var (isAboutLies, isWithoutPush) = (false, false)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.isEmpty || line.hasPrefix("#") { continue }
            if words[0] == "seed", words.count == 2, let number = UInt64(words[1]) {
                seed = number
            } else if words[0] == "hours", words.count == 2, let number = Int(words[1]) {
                hours = number
            } else if line == "lies" {
                isAboutLies = true
            } else if line == "poll" {
                isWithoutPush = true
            } else if words == ["warnings"] {
                isOfWarnings = true
            } else if let source = SourceDescription(line) {
                sources.append(source)
            } else if let event = Event(line) {
                events.append(event)
            } else {
                return nil
            }
        }
        guard !sources.isEmpty || isOfWarnings else { return nil }
        plan = Plan(seed: seed, hours: hours, sources, events, isOfWarnings: isOfWarnings)
        plan.isAboutLies = isAboutLies
        plan.isWithoutPush = isWithoutPush
        let known = plan.catalogue.sources.indices
        guard events.allSatisfy({ $0.action.source.map(known.contains) ?? true }) else { return nil }
    }

    /// The text of a plan as a script.
    static func text(_ plan: Plan) -> String {
        let lines =
            ["seed \(plan.seed)", "hours \(plan.hours)"] + (plan.isAboutLies ? ["lies"] : [])
            + (plan.isOfWarnings ? ["warnings"] : []) + (plan.isWithoutPush ? ["poll"] : [])
        let sources = plan.catalogue.descriptions.map(\.description)
        return (lines + sources + plan.events.map(\.description)).joined(separator: "\n")
    }
}
