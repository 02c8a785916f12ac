import Records
import SimulatedSystem

/// Checks that root is answered while others misuse the daemon, and that the daemon's descriptors are
/// bounded.
final class RootCheck {
    /// The time within which GetStatus must be answered if the disk is well.
    private static let patience: Nanoseconds = .seconds(5)
    /// The time after which a daemon that has started listens.
    private static let longestStart: Nanoseconds = .seconds(30)
    /// The connections that the configuration of every simulated machine permits, and the daemon's own
    /// descriptors.
    static let mostDescriptors = Machine.mostConnections + 64 + 256

    private let end: Nanoseconds

    /// Prepares checks for some time from now on.
    init(for time: Nanoseconds) { end = World.current.now + time }

    /// Calls GetStatus every second.
    func begin() {
        let world = World.current
        guard world.now < end else { return }
        if simulated_descriptors() > Self.mostDescriptors {
            world.fail("the daemon has \(simulated_descriptors()) descriptors")
        }
        call()
        world.after(.seconds(1)) { self.begin() }
    }

    private func call() {
        let world = World.current
        let starts = world.machine.starts
        guard isWell, world.machine.isRunning, world.machine.startTime + Self.longestStart < world.now
        else { return }
        let called = world.now
        var isAnswered = false
        world.clients.call("GetStatus", as: 0) { reply in
            isAnswered = reply != nil && reply?["error"] == nil
        }
        world.after(Self.patience) {
            let isSame = world.machine.isRunning && world.machine.starts == starts
            let wasWell = self.isWell && world.disk.healthySince < called
            // A suspended machine answers nobody.
            let wasAwake = world.now < called + Self.patience + .seconds(1)
            if !isAnswered, isSame, wasWell, wasAwake {
                world.fail("root is not answered within \(Self.patience / .seconds(1)) s")
            }
        }
    }

    private var isWell: Bool { World.current.disk.isWell }
}
