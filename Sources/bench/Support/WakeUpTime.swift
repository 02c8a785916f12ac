import Systemd

/// The time of waking up two threads: one to run a job, and then that of the loop to deliver the result.
///
/// A processor that was idle may first have to wake up, too; see `WakefulProcessors`.
enum WakeUpTime {
    private static let jobs = 200
    /// The time that a job takes: long enough for the loop's processor to stop.
    private nonisolated static let work = 200_000.0

    /// Returns the median time, in milliseconds.
    ///
    /// - Throws: A system error.
    static func measure() throws -> Double {
        let loop = try EventLoop()
        let worker = try Worker("wake-up", on: loop) { true }
        let times = try (0..<jobs).map { _ in
            keepBusy(for: work)
            let start = Measure.wall
            var isDone = false
            worker.run { _ in
                keepBusy(for: work)
            } then: { _ in
                isDone = true
            }
            while !isDone { _ = try loop.turn(timeout: .milliseconds(100)) }
            return (Measure.wall - start - work) / 1e6
        }
        worker.finish()
        return Measure.median(times)
    }
}

/// Computes for a time in nanoseconds.
private nonisolated func keepBusy(for time: Double) {
    let end = Measure.wall + time
    while Measure.wall < end {}
}
