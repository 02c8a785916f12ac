import Glibc
import Records
import Systemd

/// `bench fleet`: a hub and its leaves on one machine.
///
/// Most leaves are connections that subscribe as a leaf does and read; some are real daemons, whose own
/// subscribers this process is, so that a change counts as arrived once a leaf has stored it and sent it on.
/// The hub's cost of a delivery is compared with that of `bench fanout` in the same run.
enum FleetBench {
    private static let light = 1_000
    private static let real = 20
    private static let rounds = 200

    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or a change does not arrive.
    static func run() throws {
        try FileDescriptor.raiseLimit()
        let fanout = try FanoutChild(.ours).measure(light, burst: 1)
        let alone = try FleetMachine(light: 1, real: 0).measure(rounds)
        let fleet = try FleetMachine(light: light, real: real).measure(rounds)
        let count = light + real
        let cost = (fleet.hubCost - alone.hubCost) / Double(count - 1)
        print(
            "hub: \(Measure.short(alone.hubCost)) µs a change with one leaf, \(Measure.short(fleet.hubCost)) µs with \(count) leaves"
        )
        print("hub: \(Measure.short(cost)) µs a delivery; fanout \(Measure.short(fanout.cost)) µs")
        print("\(fleet.size) bytes a change and leaf")
        print("ms to a subscriber of a real leaf: \(fleet.real.text); to a connection: \(fleet.light.text)")
        Measure.goal(
            "fleet p99 from commit to \(count) leaves", fleet.all.percentile(99), limit: 250, unit: " ms")
        Measure.goal("fleet hub's delivery to fanout's", cost / fanout.cost, limit: 2)
        Measure.goal("fleet changes lost, doubled or out of order", Double(fleet.faults), limit: 0)
        FleetEstimate(cost: cost, size: fleet.size, hop: fleet.real).tell()
    }
}
