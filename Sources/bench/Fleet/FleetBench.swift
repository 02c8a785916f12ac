import Glibc
import Records
import Systemd

/// `bench fleet`: a hub and its leaves on one machine.
///
/// Most leaves are connections that subscribe as a leaf does and read; some are real daemons, whose own
/// subscribers this process is, so that a change counts as arrived once a leaf has stored it and sent it on.
/// The hub's cost of a delivery is compared with that of the server of `bench fanout`, which publishes to as
/// many subscribers between the changes of the hub: so both find the caches of the processor as the leaves,
/// which store each change, have left them. The median of several comparisons counts.
enum FleetBench {
    private static let light = 1_000
    private static let real = 20
    private static let groups = 5
    private static let rounds = 40

    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or a change does not arrive.
    static func run() throws {
        try FileDescriptor.raiseLimit()
        let alone = try FleetMachine(light: 1, real: 0)
        let fleet = try FleetMachine(light: light, real: real)
        let fanout = try FanoutChild(.ours)
        try fanout.begin(light + real, burst: 1)
        let costs = try (0..<groups).map { _ in try compare(alone, fleet, fanout) }
        tell(costs, results: fleet.results)
    }

    private static func compare(
        _ alone: FleetMachine, _ fleet: FleetMachine, _ fanout: FanoutChild
    ) throws -> FleetCost {
        var used = 0.0
        let cost = try fleet.measure(rounds) { used += try fanout.step() }
        return FleetCost(
            fanout: used / Double(rounds * (light + real)), alone: try alone.measure(rounds), fleet: cost,
            leaves: light + real)
    }

    private static func tell(_ costs: [FleetCost], results: FleetMachine.Results) {
        for cost in costs { print(cost.text) }
        print("\(results.size) bytes a change and leaf")
        print(
            "ms to a subscriber of a real leaf: \(results.real.text); to a connection: \(results.light.text)")
        Measure.goal(
            "fleet p99 from commit to \(light + real) leaves", results.all.percentile(99), limit: 250,
            unit: " ms")
        Measure.goal("fleet hub's delivery to fanout's", Measure.median(costs.map(\.ratio)), limit: 2)
        Measure.goal("fleet changes lost, doubled or out of order", Double(results.faults), limit: 0)
        let delivery = Measure.median(costs.map(\.delivery))
        FleetEstimate(cost: delivery, size: results.size, hop: results.real).tell()
    }
}

/// The processor time that the loop of the hub needs, in microseconds.
struct FleetCost {
    /// The cost of a delivery of the server of `bench fanout`.
    let fanout: Double
    /// The cost of a change with one leaf.
    let alone: Double
    /// The cost of a change with all leaves.
    let fleet: Double
    /// The number of all leaves.
    let leaves: Int

    /// The cost of a delivery to one more leaf.
    var delivery: Double { (fleet - alone) / Double(leaves - 1) }
    /// The cost of a delivery, relative to that of the server of `bench fanout`.
    var ratio: Double { delivery / fanout }

    /// A line for the output.
    var text: String {
        let (one, all) = (Measure.short(alone), Measure.short(fleet))
        return "hub: \(one) µs a change with one leaf, \(all) µs with \(leaves) leaves;"
            + " \(Measure.short(delivery)) µs a delivery; fanout \(Measure.short(fanout)) µs"
    }
}
