import Records
import Varlink

/// All who want the same in the same form: what they are told is encoded once.
final class Audience {
    /// What tells one audience from another.
    nonisolated struct Identity: Hashable, Sendable {
        let selector: Selector
        let form: Form
    }

    /// What tells in its form.
    let telling: Telling
    /// The messages that the newest changes became, and how far each reader is.
    let frames: SharedFrames
    private let selector: Selector
    /// What takers are handed of the commit that is being told.
    private var handed: [UInt8] = []
    private let wants: (String) -> Bool
    private var known: [String: Bool] = [:]
    /// Those who are handed what comes next, and then take it before there is more for them.
    private var takers: [ObjectIdentifier: Subscriber] = [:]

    /// - Parameters:
    ///   - selector: What it wants.
    ///   - telling: What tells in its form.
    ///   - end: The number of the last change that was told.
    ///   - wants: Whether the selector wants anything of a source, by name.
    init(_ selector: Selector, _ telling: Telling, after end: Int64, wants: @escaping (String) -> Bool) {
        (self.selector, self.telling, self.wants) = (selector, telling, wants)
        frames = SharedFrames(of: telling.log, after: end)
    }

    /// Whether nobody is there.
    var isEmpty: Bool { frames.count == 0 && takers.isEmpty }

    /// Tells a change of a source that it wants, if it wants the change; `endTelling` must follow.
    func tell(_ change: Change) {
        guard selector.matches(change) else { return }
        let message = telling.tell(change)
        frames.append(message.frame, mark: change.number)
        if !takers.isEmpty { handed += message.bytes }
    }

    /// All changes of a commit were told.
    func endTelling(upTo end: Int64) {
        let bytes = handed
        handed = []
        hand(bytes, upTo: end)
    }

    /// Tells something of a source that it wants.
    func tell(_ message: Telling.Message, mark: Int64) {
        frames.append(message.frame, mark: mark)
        hand(message.bytes, upTo: mark)
    }

    /// Definitions changed: what is wanted must be asked anew.
    func forget() { known = [:] }

    /// Hands a reader what comes next, once.
    func admit(_ taker: Subscriber) { takers[ObjectIdentifier(taker)] = taker }

    /// Hands a reader nothing any more.
    func dismiss(_ taker: Subscriber) { takers[ObjectIdentifier(taker)] = nil }

    /// Whether a reader waits to be handed what comes next.
    func awaits(_ taker: Subscriber) -> Bool { takers[ObjectIdentifier(taker)] != nil }

    private func hand(_ bytes: [UInt8], upTo end: Int64) {
        guard !bytes.isEmpty else { return }
        let all = takers.values
        takers = [:]
        for taker in all { taker.take(bytes, upTo: end) }
    }

    /// Whether it wants anything of a source.
    func wantsSource(_ name: String) -> Bool {
        if let answer = known[name] { return answer }
        let answer = wants(name)
        known[name] = answer
        return answer
    }
}
