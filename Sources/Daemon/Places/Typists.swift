import Reactive
import Records
import Systemd
import Varlink

/// Everyone who types, and the call that waits for what the newest text may become.
final class Typists {
    /// Whoever paused so long begins anew.
    private static let idle: Duration = .seconds(180)

    private let places: Places
    private let scheduler: AnyScheduler
    private var typing: [Peer: Typing] = [:]
    private var waiting: [Peer: Call] = [:]

    init(_ places: Places, scheduler: AnyScheduler) { (self.places, self.scheduler) = (places, scheduler) }

    /// Ends the call before of the same process, with nothing: whoever types on no longer waits for it.
    func begin(_ call: Call) {
        // Processes of other namespaces cannot be told from each other.
        guard call.peer.pid != 0 else { return }
        waiting = waiting.filter { !$0.value.isOver }
        waiting.updateValue(call, forKey: call.peer)?.reply(["suggestions": []])
    }

    /// What the text of a call may become, by a service.
    func type(_ text: String, _ call: Call, then: @escaping ([Places.Located]) -> Void) {
        let typist = typist(call.peer)
        // It lives as long as it has something to tell.
        typist.type(text) { found in withExtendedLifetime(typist) { then(found) } }
    }

    /// What joins the choice of a process to what it typed before, once; `nil` when it typed nothing lately.
    func chosen(by peer: Peer) -> String? { typing.removeValue(forKey: peer)?.session }

    private func typist(_ peer: Peer) -> Typing {
        let now = scheduler.now
        typing = typing.filter { now - $0.value.last < Typists.idle }
        if let known = typing[peer], peer.pid != 0 { return known }
        let made = Typing(places, scheduler: scheduler)
        if peer.pid != 0 { typing[peer] = made }
        return made
    }
}
