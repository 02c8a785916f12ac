import Glibc

/// The run of a plan, and its result.
struct Run {
    /// The result of a run.
    struct Result {
        /// The first fault; `nil` if there is none.
        let fault: String?
        /// The digest of the trace.
        let digest: UInt64
        /// The number of requests to upstreams, and of those that found nothing new.
        var requests = 0
        var vain = 0
    }

    let plan: Plan

    /// Runs the plan in this process, which can do so only once.
    func perform(in root: String, prints: Bool) -> Result {
        let world = World(seed: plan.seed, root: root)
        if plan.isAboutLies { for source in plan.catalogue.sources { source.isOrdered = true } }
        if plan.isWithoutPush { for source in plan.catalogue.sources { source.isPushed = false } }
        world.follow(plan)
        let honesty = plan.isAboutLies ? HonestyCheck(Chance(seed: plan.seed)) : nil
        honesty?.begin()
        world.run(until: Plan.start + .hours(plan.hours))
        if world.finding == nil { honesty?.end(after: plan.hours / 24) }
        if world.finding == nil {
            if plan.isOfWarnings { world.upstreams.warnings?.finish() } else { world.settle() }
        }
        // The directory of a run has another name each time.
        let trace = world.trace.replacing(root, with: "ROOT")
        if prints { for line in trace.lines { print(line) } }
        let counts = world.upstreams.politeness
        return Result(
            fault: world.finding, digest: trace.digest, requests: counts.requests, vain: counts.vain)
    }
}
