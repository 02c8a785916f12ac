import Reactive

/// Someone who must not wait for ever.
protocol Patient: AnyObject {
    /// The time is over.
    func waitedTooLong()
}

/// Those who wait for their peer to do something; one timer for all, none while nobody waits.
///
/// It is looked four times within the time, so that a wait may take a quarter longer.
final class Waiting {
    private struct Wait {
        let patient: any Patient
        var since: LoopTime
    }

    private let clock: AnyScheduler
    private let longest: Duration
    private var waits: [ObjectIdentifier: Wait] = [:]
    private var timer: AnyCancellable?

    init(by clock: AnyScheduler, atMost longest: Duration) {
        (self.clock, self.longest) = (clock, longest)
    }

    /// Begins a wait unless it has begun.
    func begin(_ patient: any Patient) {
        let name = ObjectIdentifier(patient)
        guard waits[name] == nil else { return }
        waits[name] = Wait(patient: patient, since: clock.now)
        if timer == nil { tick() }
    }

    /// Begins a wait anew.
    func restart(_ patient: any Patient) {
        end(patient)
        begin(patient)
    }

    /// Ends a wait, if there is one.
    func end(_ patient: any Patient) {
        if !waits.isEmpty { waits[ObjectIdentifier(patient)] = nil }
    }

    private func tick() {
        let quarter = longest / 4
        timer = clock.after(quarter, slack: quarter / 4) { [unowned self] in
            timer = nil
            let now = clock.now
            let overdue = waits.filter { now - $0.value.since >= longest }
            for (name, wait) in overdue where waits[name]?.since == wait.since {
                end(wait.patient)
                wait.patient.waitedTooLong()
            }
            if !waits.isEmpty, timer == nil { tick() }
        }
    }
}
