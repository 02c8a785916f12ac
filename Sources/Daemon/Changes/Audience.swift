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
    private let wants: (String) -> Bool
    private var known: [String: Bool] = [:]

    /// - Parameters:
    ///   - identity: What it wants, and how.
    ///   - sockets: The set of its readers.
    ///   - end: The number of the last change that was told.
    ///   - wants: Whether the selector wants anything of a source, by name.
    /// - Throws: When there is no memory for it.
    init(
        _ identity: Identity, in sockets: SocketSet, after end: Int64, wants: @escaping (String) -> Bool
    ) throws(SystemError) {
        (self.identity, self.wants) = (identity, wants)
        frames = try SharedFrames(in: sockets, capacity: 1 << 20, after: end)
    }

    /// Tells the changes that it wants.
    func tell(_ changes: [Change], epoch: String) {
        for change in changes where wantsSource(change.source) && identity.selector.matches(change) {
            frames.append(identity.form.frame(Event.change(change, epoch: epoch)), mark: change.number)
        }
    }

    /// Tells something of a source, if it wants that.
    func tell(_ event: [UInt8], of source: String, mark: Int64) {
        if wantsSource(source) { frames.append(identity.form.frame(event), mark: mark) }
    }

    /// Definitions changed: what is wanted must be asked anew.
    func forget() { known = [:] }

    private func wantsSource(_ name: String) -> Bool {
        if let answer = known[name] { return answer }
        let answer = wants(name)
        known[name] = answer
        return answer
    }
}
