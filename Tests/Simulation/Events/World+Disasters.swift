import Definitions
import Glibc
import SimulatedSystem

extension World {
    private var copy: String { machine.root + "/copy" }

    /// Changes the state folder from outside.
    func meet(_ disaster: Disaster) {
        let state = machine.directories.state
        switch disaster {
        case .emptied:
            lose()
            for name in Folder.names(in: state) { Folder.removeAny("\(state)/\(name)") }
            doubtAdditions()
        case .unlinked:
            lose()
            let folder = state + "/private"
            for name in Folder.names(in: folder) where name.hasPrefix("almanac.db") {
                unlink("\(folder)/\(name)")
            }
        case .copied:
            stopForGood()
            Folder.remove(copy)
            Folder.copy(state, to: copy)
        case .restored: if access(copy, F_OK) == 0 { restoreCopy(to: state) }
        case .upgraded: if !disk.hasFailedSinceStart { downgrade(state + "/private") }
        }
    }

    /// Forgets what the state folder had, including what upstreams asked.
    private func lose() {
        loseLog()
        upstreams.politeness.forget()
    }

    /// Gives the database the schema of the previous release, so that the next start upgrades it. That
    /// release named no runs: the cursors of all but the last one expire.
    private func downgrade(_ folder: String) {
        stopForGood()
        let outside = machine.root + "/downgrade"
        Folder.make(outside)
        defer { Folder.remove(outside) }
        for suffix in ["", "-wal"] {
            Folder.copy("\(folder)/almanac.db\(suffix)", to: "\(outside)/almanac.db\(suffix)")
        }
        switch Downgrade.perform("\(outside)/almanac.db") {
        case .nothingToUndo: return note("there is nothing to upgrade")
        case .otherSchema: return fail("Downgrade lacks the last step of the schema")
        case .done(let hasWholeLog): if !hasWholeLog { isLogCut = true }
        }
        loseLog()
        for suffix in ["-wal", "-shm"] { unlink("\(folder)/almanac.db\(suffix)") }
        Folder.copy("\(outside)/almanac.db", to: "\(folder)/almanac.db")
        for subscriber in clients.subscribers { subscriber.forgetReceived() }
        if chance.isTrue(0.5) { dieSoon() }
    }

    /// Lets the daemon or the machine die in the first operations after the next start.
    private func dieSoon() {
        ending = chance.isTrue(0.5) ? .kill : .powerCut
        disk.dieAfter(1 + chance.below(40))
    }

    private func restoreCopy(to state: String) {
        stopForGood()
        lose()
        for name in Folder.names(in: state) { Folder.removeAny("\(state)/\(name)") }
        for name in Folder.names(in: copy) { Folder.copy("\(copy)/\(name)", to: "\(state)/\(name)") }
        doubtAdditions()
        // Cursors that were given out since the copy was made have expired; what they led to is not in the
        // log.
        for subscriber in clients.subscribers { subscriber.forgetReceived() }
    }

    /// Stops the daemon; the service manager closes what it has stored.
    private func stopForGood() {
        end(by: .kill)
        simulated_drop_descriptors()
        clients.daemonEnded(keepsConnections: false)
    }
}
