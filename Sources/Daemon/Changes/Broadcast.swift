import Records
import Reactive
import Storing
import Systemd
import Varlink

/// Tells subscribers what was committed and how sources are doing, each event encoded once for all who want it.
final class Broadcast {
    /// Which log the numbers are of.
    let epoch: String
    /// The number of the last change that was told.
    private(set) var end: Int64

    /// One for each form; there are few.
    private var tellings: [Form: Telling] = [:]
    private let sockets: SocketSet
    private let sources: Sources
    private let wall: () -> UTC
    /// Which sources something was told of, and when.
    private(set) var states = ToldStates()
    private var audiences: [Audience.Identity: Audience] = [:]
    /// How many audiences there may be before it is looked which of them are of nobody.
    private var tidyAt = Broadcast.few
    private static let few = 64

    /// - Parameters:
    ///   - cursor: The end of the log.
    ///   - sockets: The set of all readers.
    ///   - sources: The sources, as selectors see them.
    ///   - wall: The wall clock.
    init(from cursor: Cursor, in sockets: SocketSet, _ sources: Sources, wall: @escaping () -> UTC) {
        (epoch, end) = (cursor.epoch, cursor.number)
        (self.sockets, self.sources, self.wall) = (sockets, sources, wall)
    }

    /// The end of what was told.
    var cursor: Cursor { Cursor(epoch: epoch, number: end) }

    /// Tells what a commit changed.
    func tell(_ commit: Commit) {
        guard let last = commit.changes.last else { return }
        // One that missed a change could take nobody in any more.
        if audiences.values.contains(where: \.isEmpty) { audiences = audiences.filter { !$0.value.isEmpty } }
        end = last.number
        let wanting = audiences.values.filter { $0.wantsSource(commit.source) }
        let changes = commit.changes.span
        for place in changes.indices {
            for audience in wanting { audience.tell(changes[place]) }
        }
        for audience in wanting { audience.endTelling(upTo: end) }
    }

    /// Tells how a source is doing; `runtime` is `nil` when it is gone.
    func tell(source name: String, runtime: (() -> JSON)?) {
        states.note(name, at: end)
        guard !audiences.isEmpty else { return }
        let event = Event.source(name, runtime: runtime?(), cursor, at: wall())
        for telling in tellings.values {
            let wanting = audiences.values.filter { $0.telling === telling && $0.wantsSource(name) }
            guard !wanting.isEmpty else { continue }
            let message = telling.tell(event)
            for audience in wanting { audience.tell(message, mark: end) }
        }
    }

    /// Definitions changed, and with them what selectors want.
    func definitionsChanged() {
        for audience in audiences.values { audience.forget() }
    }

    /// How a source is doing, to be told to one who missed it and was told changes up to a number.
    func state(of name: String, after number: Int64) -> [UInt8] {
        if let event = states.event(of: name, after: number) { return event }
        let runtime = SourceName(name).flatMap { sources.runtime(of: $0) }
        let event = Event.source(
            name, runtime: runtime, Cursor(epoch: epoch, number: number), at: wall())
        states.remember(event, of: name, after: number)
        return event
    }

    /// Those who want the same in the same form; made when there is none.
    ///
    /// - Throws: When there is no memory for it.
    func audience(_ identity: Audience.Identity) throws(SystemError) -> Audience {
        if let audience = audiences[identity] { return audience }
        tidy()
        let telling = try telling(as: identity.form)
        let audience = Audience(identity.selector, telling, after: end) { [sources] name in
            sources.isWanted(name, by: identity.selector)
        }
        audiences[identity] = audience
        return audience
    }

    private func telling(as form: Form) throws(SystemError) -> Telling {
        if let telling = tellings[form] { return telling }
        let telling = try Telling(as: form, epoch: epoch, in: sockets)
        tellings[form] = telling
        return telling
    }

    /// Lets go of audiences of nobody; whenever they may have become half of all, so that it costs each little.
    private func tidy() {
        guard audiences.count >= tidyAt else { return }
        audiences = audiences.filter { !$0.value.isEmpty }
        tidyAt = max(Self.few, audiences.count * 2)
    }
}
