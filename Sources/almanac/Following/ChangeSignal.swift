import Reactive
import Records
import Showing
import Systemd
import Varlink

/// Tells that what a page shows may have changed: a record, how a source fares, the settings, or just its age.
final class ChangeSignal {
    /// Whether something has changed since it was last asked.
    private(set) var isRaised = false

    private let session: Session
    private let selection: Selection
    private var settings: SettingsWatch?
    private var following: AnyCancellable?
    private var waiting: AnyCancellable?
    private var aging: AnyCancellable?

    init(_ session: Session, _ selection: Selection) throws(Complaint) {
        (self.session, self.selection) = (session, selection)
        settings = SettingsWatch(session) { [unowned self] in isRaised = true }
        try subscribe()
        guard Terminal.isInteractive else { return }
        aging = session.daemon.loop.timer(every: .seconds(30), slack: .seconds(5))
            .sink { [unowned self] _ in isRaised = true }
    }

    /// Lets the loop turn until something has changed.
    func wait() throws(Complaint) {
        try session.daemon.turn { isRaised }
        isRaised = false
    }

    private func subscribe() throws(Complaint) {
        let parameters: JSON = ["selector": selection.json, "snapshot": false]
        following = try session.daemon.connect().call("io.almanac.Subscribe", parameters, more: true).sink(
            receiveCompletion: { [unowned self] _ in retry() },
            receiveValue: { [unowned self] in take($0.parameters) })
    }

    private func take(_ json: JSON) {
        guard let event = Event(json), event.item != nil || event.kind == .source || event.kind == .overflow
        else {
            return
        }
        isRaised = true
    }

    /// Subscribes again until the daemon is back, then has everything shown anew.
    private func retry() {
        waiting = session.daemon.loop.after(.seconds(1), slack: .milliseconds(200)) { [unowned self] in
            do {
                try subscribe()
                isRaised = true
            } catch {
                retry()
            }
        }
    }
}
