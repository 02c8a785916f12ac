import Records
import SimulatedSystem

/// Everything outside of the daemon: its machine, upstreams and clients, and the checks of what it does.
final class World {
    /// The only world of this program.
    static var current: World { theWorld! }
    private static var theWorld: World?

    let machine: Machine
    let upstreams: Upstreams
    let clients: Clients
    let journal = JournalCheck()
    let disk: DiskFailures
    let misusers = Misusers()
    var agenda = Agenda()
    var chance: Chance
    var trace = Trace()
    /// The first fault that was found; `nil` if there is none.
    private(set) var finding: String?
    /// The reason why the daemon should die at once, at its next operation on the disk.
    var ending: Ending?

    /// An end of the daemon that nobody requested.
    enum Ending: String {
        case kill
        case powerCut = "power cut"
    }

    init(seed: UInt64, root: String) {
        simulated_seed(seed)
        simulated_sqlite(CUnsignedInt(truncatingIfNeeded: seed))
        chance = Chance(seed: seed)
        machine = Machine(root: root)
        upstreams = Upstreams()
        clients = Clients(path: machine.socketPath)
        disk = DiskFailures(chance: chance.split())
        World.theWorld = self
        Hooks.install()
    }

    /// The moment, since the machine booted.
    var now: Nanoseconds { simulated_time() }

    /// The wall clock.
    var wall: UTC { UTC(microseconds: simulated_wall() / 1000) }

    /// Adds a line to the trace.
    func note(_ text: @autoclosure () -> String) { trace.add("\(now / 1_000_000) \(text())") }

    /// Records a fault, which ends the simulation.
    func fail(_ text: String) {
        note("FAULT \(text)")
        if finding == nil { finding = "\(Clock.text(now - Plan.start)) \(text)" }
    }

    /// Records that the daemon could not start or stopped by itself, which it may do if the disk fails or its
    /// files are taken away.
    func daemonFailed(_ reason: String) {
        if disk.hasFailedSinceStart || mayExpire { return note("the daemon ends: \(reason)") }
        fail("the daemon ends: \(reason)")
    }

    /// Runs until a moment, or until a fault is found.
    func run(until end: Nanoseconds) {
        while finding == nil {
            if simulated_step() {
                endIfDue()
                continue
            }
            if clients.serve() { continue }
            let next = min(agenda.first ?? .max, simulated_deadline(), end)
            simulated_advance(next)
            while finding == nil, let action = agenda.takeDue(at: now) { action() }
            if now >= end { return }
        }
    }

    /// Whether a disaster has removed the first changes of the log.
    var isLogCut = false
    /// Whether a cursor may be older than the log.
    private(set) var mayExpire = false
    /// The paths of deliveries that must stay where they are, and their times.
    var refused: [String: Nanoseconds] = [:]

    /// The state folder is changed from outside: if the daemon does not run, or dies before it has restored
    /// its files, the log is lost, and the cursors expire.
    func loseLog() {
        mayExpire = true
        refused = [:]
    }

    /// Calls an action after a time.
    func after(_ delay: Nanoseconds, _ action: @escaping () -> Void) {
        agenda.add(at: now + delay, action)
    }

    /// Ends the daemon if it was stopped amid an operation, and starts it again as systemd does.
    private func endIfDue() {
        if disk.isAtEnd, let ending {
            end(by: ending)
        } else if !machine.isRunning, finding == nil {
            note("the daemon has ended")
            machine.reap()
            clients.daemonEnded(keepsConnections: true)
            if disk.hasFailedSinceStart { upstreams.politeness.crashed() }
            after(.milliseconds(100 + chance.below(30_000))) { [unowned self] in startIfNeeded() }
        }
    }

    /// Ends the daemon at once, and starts it again.
    func end(by ending: Ending) {
        note("\(ending.rawValue)")
        self.ending = nil
        disk.restart()
        if ending == .kill {
            machine.kill()
            PublishedFileCheck.checkWhole()
        } else {
            machine.cutPower()
            for source in upstreams.sources { source.loseDocument() }
        }
        clients.daemonEnded(keepsConnections: ending == .kill)
        upstreams.politeness.crashed()
        after(.milliseconds(100 + chance.below(30_000))) { [unowned self] in startIfNeeded() }
    }

    /// Starts the daemon unless it runs.
    func startIfNeeded() {
        guard !machine.isRunning else { return }
        note("start")
        upstreams.politeness.restarted { isDefined($0) && !isSpoilt($0) }
        forgetTransientSources()
        disk.forgetFailures()
        machine.start()
    }
}
