import Records
import Systemd
import Varlink

/// All who want the same in the same form: what they are told is encoded once.
final class Audience {
    /// What tells one audience from another.
    nonisolated struct Identity: Hashable, Sendable {
        let selector: Selector
        let form: Form
    }

    /// The messages that the newest changes became, and how far each reader is.
    let frames: SharedFrames
    private let identity: Identity
    /// What takers are handed of the commit that is being told.
    private var handed: [UInt8] = []
    private let wants: (String) -> Bool
    private var known: [String: Bool] = [:]
    /// Those who are handed what comes next, and then take it before there is more for them.
    private var takers: [ObjectIdentifier: Subscriber] = [:]

    /// - Parameters:
    ///   - identity: What it wants, and how.
    ///   - sockets: The set of its readers.
    ///   - capacity: How many bytes a reader may be behind before it is served from the log.
    ///   - end: The number of the last change that was told.
    ///   - wants: Whether the selector wants anything of a source, by name.
    /// - Throws: When there is no memory for it.
    init(
        _ identity: Identity, in sockets: SocketSet, capacity: Int, after end: Int64,
        wants: @escaping (String) -> Bool
    ) throws(SystemError) {
        (self.identity, self.wants) = (identity, wants)
        frames = try SharedFrames(in: sockets, capacity: capacity, after: end)
    }

    /// Whether nobody is there.
    var isEmpty: Bool { frames.count == 0 && takers.isEmpty }

    /// Tells a change of a source that it wants, if it wants the change; `endTelling` must follow.
    func tell(_ change: Change, _ telling: Telling) {
        guard identity.selector.matches(change) else { return }
        let frame = telling.frame(of: change, as: identity.form)
        frames.append(frame, mark: change.number)
        if !takers.isEmpty { handed += frame }
    }

    /// All changes of a commit were told.
    func endTelling(upTo end: Int64) {
        let bytes = handed
        handed = []
        hand(bytes, upTo: end)
    }

    /// Tells something of a source, if it wants that.
    func tell(_ event: [UInt8], of source: String, mark: Int64) {
        guard wantsSource(source) else { return }
        let frame = identity.form.frame(event)
        frames.append(frame, mark: mark)
        hand(frame, upTo: mark)
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
