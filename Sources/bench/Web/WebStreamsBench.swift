import Glibc

/// The cost of a thousand streams of events.
enum WebStreamsBench {
    private static let streams = 1_000
    /// The number of changes before the memory is measured.
    private static let earlierChanges = 30
    /// The number of changes whose cost is measured: of so many, some are undisturbed even beside a busy neighbour.
    private static let changes = 300
    /// The seconds after which no timer of an earlier connection remains.
    private static let rest: CUnsignedInt = 32
    private static let watched = 10.0

    /// Runs the benchmark.
    static func run(_ fixture: WebFixture) throws {
        let base = try fixture.web.unshared()
        let streams = try WebStreams(streams)
        for _ in 0..<earlierChanges { _ = try streams.wait(for: fixture.change(.airport)) }
        let memory = try fixture.web.unshared()
        print("MiB of memory that is not shared: \(mebibytes(base)) alone, \(mebibytes(memory)) with streams")
        Measure.goal(
            "web \(self.streams) streams, all memory", Double(memory) / 1e6, limit: 25, unit: " MB")
        Measure.goal(
            "web processor per stream and event", try cost(of: streams, fixture), limit: 20, unit: " µs")
        sleep(rest)
        let wakeups = try fixture.web.wakeups(within: watched)
        Measure.goal("web wake-ups a minute with idle streams", wakeups, limit: 0)
    }

    /// Returns the processor time for each stream and event, in microseconds: the median of those changes during which no
    /// core was shared; see ``SharedCore``.
    private static func cost(of streams: WebStreams, _ fixture: WebFixture) throws -> Double {
        let (costs, _) = try SharedCore.measure(parts: changes) {
            let events = streams.events
            let before = try fixture.web.cpu()
            _ = try streams.wait(for: fixture.change(.airport))
            let used = try fixture.web.cpu() - before
            return used / 1e3 / Double((streams.events - events) * self.streams)
        }
        print("\(costs.count) of \(changes) changes count for the processor time")
        return Measure.median(costs)
    }

    private static func mebibytes(_ bytes: Int) -> String { Measure.short(Double(bytes) / 1_048_576) }
}
