/// Runs of seeds with what brokers and streams push, each beside a run of the same seed without.
///
/// A pushed message may cost a request that finds news, but none in vain. Single seeds differ by
/// chance, since other answers arrive at other moments; the sum of all must not.
struct Twins {
    let seeds: ClosedRange<UInt64>
    let root: String
    /// Returns the plan of a seed.
    let plan: (UInt64) -> Plan

    /// The requests of some runs, and those of them that found nothing new.
    private struct Count {
        var all = 0
        var vain = 0
    }

    /// Runs the seeds, and compares the sums.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        var (pushed, polled) = (Count(), Count())
        var failures = 0
        for seed in seeds {
            let own = plan(seed)
            guard own.isOfWarnings || own.catalogue.descriptions.contains(where: \.isPushed) else { continue }
            var twin = own
            twin.isWithoutPush = true
            failures += add(own, to: &pushed) + add(twin, to: &polled)
        }
        print("with push \(pushed.all) requests, \(pushed.vain) in vain")
        print("without \(polled.all) requests, \(polled.vain) in vain; \(failures) runs failed")
        return failures == 0 && pushed.vain <= polled.vain && polled.all > 0 ? 0 : 1
    }

    /// Adds the requests of a run; returns 1 if it fails.
    private func add(_ plan: Plan, to count: inout Count) -> Int {
        let result = Child(plan, in: root).wait()
        count.all += result.requests
        count.vain += result.vain
        guard let fault = result.fault else { return 0 }
        print("seed \(plan.seed)\(plan.isWithoutPush ? " without push" : ""): \(fault)")
        return 1
    }
}
