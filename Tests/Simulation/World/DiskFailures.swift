import Glibc
import SimulatedSystem

/// The behaviour of the disk: its delays, its failures, and the moments at which the daemon dies amid an
/// operation.
final class DiskFailures {
    /// The longest turn of the loop that is acceptable, by the cost of its operations on the disk.
    private static let longestTurn: Nanoseconds = .milliseconds(250)

    private var chance: Chance
    /// The number of operations until the daemon dies; `nil` if it does not.
    private var countdown: Int?
    /// The error of its operations; 0 for none.
    var error: CInt = 0 {
        didSet { if error == 0 { healthySince = simulated_time() } }
    }
    /// The share of operations that fail then.
    var share = 1.0
    /// Whether nothing can be read.
    var cannotRead = false {
        didSet { if !cannotRead { healthySince = simulated_time() } }
    }
    /// Whether it neither fails nor is slow.
    var isWell: Bool { error == 0 && !cannotRead && slowness == 1 }
    /// The moment since which the disk has not failed.
    private(set) var healthySince: Nanoseconds = 0
    /// The factor by which the disk is slower than usual.
    var slowness = 1
    /// Whether the disk failed since the daemon started.
    private(set) var hasFailedSinceStart = false {
        didSet { hasEverFailed = hasEverFailed || hasFailedSinceStart }
    }
    /// Whether the disk has ever failed: a client that did not read for some time learns it late.
    private(set) var hasEverFailed = false
    /// Whether the daemon was stopped amid an operation.
    private(set) var isAtEnd = false

    init(chance: Chance) { self.chance = chance }

    /// Lets the daemon die after some operations that change the disk.
    func dieAfter(_ count: Int) { countdown = count }

    /// Ends all failures.
    func heal() {
        error = 0
        cannotRead = false
        slowness = 1
        countdown = nil
    }

    /// Forgets the plan to die.
    func restart() {
        countdown = nil
        isAtEnd = false
    }

    /// Forgets the failures that the previous process met.
    func forgetFailures() { hasFailedSinceStart = error != 0 || cannotRead }

    /// Decides on an operation; see `simulated_disk_operation`. A removal never fails: a full disk has room
    /// for it, and the daemon does it to clean up after other failures.
    func judge(_ operation: simulated_operation, _ bytes: Int, _ done: UnsafeMutablePointer<Int>?) -> CInt {
        guard operation != SIMULATED_READ else { return judgeReading() }
        dieIfDue()
        wait(for: operation)
        guard error != 0, operation != SIMULATED_REMOVE, chance.isTrue(share) else { return 0 }
        guard error == EIO || operation == SIMULATED_WRITE || operation == SIMULATED_CREATE else { return 0 }
        hasFailedSinceStart = true
        if bytes > 0 { done?.pointee = chance.below(bytes) }
        return error
    }

    private func judgeReading() -> CInt {
        guard cannotRead else { return 0 }
        hasFailedSinceStart = true
        return EIO
    }

    /// Checks the cost of a turn.
    func turnEnded(_ cost: Nanoseconds) {
        guard cost > Self.longestTurn * Int64(slowness) else { return }
        World.current.fail("a turn of the loop took \(cost / 1_000_000) ms of disk time")
    }

    private func dieIfDue() {
        guard let count = countdown else { return }
        countdown = count - 1
        guard count <= 0 else { return }
        isAtEnd = true
        simulated_wait_until(.max)
    }

    /// A worker waits for the disk; on the loop, the operation counts as the cost of the turn.
    private func wait(for operation: simulated_operation) {
        let isSync = operation == SIMULATED_SYNC
        let cost: Nanoseconds = Int64(slowness) * (isSync ? .milliseconds(1 + chance.below(15)) : 20_000)
        if simulated_is_loop() { return simulated_spend(cost) }
        guard isSync || chance.isTrue(0.02 * Double(slowness)) else { return }
        simulated_wait_until(simulated_time() + cost)
    }
}
