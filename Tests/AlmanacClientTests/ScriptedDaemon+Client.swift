import AlmanacClient
import Reactive
import Records
import TestDaemon
import Varlink

extension ScriptedDaemon {
    /// Returns a client in the loop and the simulated time of the daemon.
    func connection() -> DaemonConnection {
        DaemonConnection(to: DaemonSocket(path: socket), on: loop, clock: AnyScheduler(clock))
    }

    /// Sends an event to every subscriber.
    func tell(_ event: JSON) throws {
        for call in subscribers { call.stream(event) }
    }
}
