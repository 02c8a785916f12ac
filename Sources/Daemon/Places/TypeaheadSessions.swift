import Reactive
import Records
import Systemd
import Varlink

/// All typeahead sessions, with the pending call of each.
final class TypeaheadSessions {
    /// The pause after which a new session begins.
    private static let idle: Duration = .seconds(180)

    private let places: Places
    private let scheduler: AnyScheduler
    private var typing: [Peer: TypeaheadSession] = [:]
    private var waiting: [Peer: Call] = [:]

    init(_ places: Places, scheduler: AnyScheduler) {
        self.places = places
        self.scheduler = scheduler
    }

    /// Registers a call. The previous one of the same process gets an empty reply, because its user typed on.
    func register(_ call: Call) {
        // Processes of other namespaces have no distinguishable identifier.
        guard call.peer.pid != 0 else { return }
        waiting = waiting.filter { !$0.value.isOver }
        waiting.updateValue(call, forKey: call.peer)?.reply(["suggestions": []])
    }

    /// Unregisters a call, so that it is answered even if its user types on.
    func unregister(_ call: Call) {
        if waiting[call.peer] === call { waiting[call.peer] = nil }
    }

    /// Queries a service for completions of a call's text.
    func type(_ text: String, _ call: Call, then: @escaping (Places.Suggestions) -> Void) {
        let typeaheadSession = typeaheadSession(call)
        // The session must live until its query is answered.
        typeaheadSession.type(text) { found in withExtendedLifetime(typeaheadSession) { then(found) } }
    }

    /// Returns the session of a process when it chooses a place, once; `nil` if it has none.
    func chosen(by peer: Peer) -> String? { typing.removeValue(forKey: peer)?.session }

    private func typeaheadSession(_ call: Call) -> TypeaheadSession {
        let peer = call.peer
        let now = scheduler.now
        typing = typing.filter { now - $0.value.last < TypeaheadSessions.idle }
        if let known = typing[peer], peer.pid != 0 { return known }
        let made = TypeaheadSession(places, for: PlaceUser(call), scheduler: scheduler)
        if peer.pid != 0 { typing[peer] = made }
        return made
    }
}

nonisolated extension PlaceUser {
    /// Creates the user of a call.
    @MainActor init(_ call: Call) {
        self.init(uid: call.channel.uid, isPrivileged: call.channel.isPrivileged)
    }
}
