import Glibc

/// Runs what the command line requests.
struct Program {
    /// In memory, so that no disk slows the simulated one down; the length is the same for every process.
    private static let root = "/dev/shm/almanac-simulation-\(1_000_000_000 + Int(getpid()))"

    /// The directory of a run that is alone.
    private static let single = Campaign.path(0, in: root)

    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Returns the exit status.
    func run() -> CInt {
        if let root = options.child { return Child.run(in: root, prints: options.prints) }
        defer { Folder.remove(Self.root) }
        if let path = options.script { return runScript(path) }
        if let folder = options.found { return FoundScripts(folder).run(in: Self.single) }
        if let count = options.repeats { return repeatRuns(count) }
        if let count = options.lies { return runLies(count) }
        if let count = options.twins { return runTwins(count) }
        if let seed = options.seed, options.seeds == nil {
            return runOne(options.plan(of: seed))
        }
        let first = options.seed ?? 1
        let last = first + (options.seeds ?? 50) - 1
        let campaign = Campaign(
            seeds: first...last, jobs: options.jobs, root: Self.root,
            plan: { [options] in options.plan(of: $0) })
        let failures = campaign.run()
        print("\(last - first + 1) seeds of \(options.hours) simulated hours: \(failures) failed")
        return failures == 0 ? 0 : 1
    }

    /// Runs years in which upstreams lie.
    private func runLies(_ count: UInt64) -> CInt {
        let first = options.seed ?? 1
        if options.prints {
            return Child(Plan(lies: first, days: options.days), in: Self.single, prints: true).exitStatus()
        }
        let campaign = Campaign(
            seeds: first...first + count - 1, jobs: options.jobs, root: Self.root,
            plan: { [options] in Plan(lies: $0, days: options.days) })
        let failures = campaign.run()
        print("\(count) seeds of \(options.days) simulated days with lies: \(failures) failed")
        return failures == 0 ? 0 : 1
    }

    /// Runs seeds with and without push.
    private func runTwins(_ count: UInt64) -> CInt {
        let first = options.seed ?? 1
        return Twins(
            seeds: first...first + count - 1, root: Self.single, plan: { [options] in options.plan(of: $0) }
        ).run()
    }

    /// Runs seeds twice: all that happens must be the same.
    private func repeatRuns(_ count: UInt64) -> CInt {
        let first = options.seed ?? 1
        var differing: [UInt64] = []
        for seed in first..<first + count {
            let plan = options.plan(of: seed)
            let digests = (0..<2).map { _ in Child(plan, in: Self.single).wait().digest }
            if digests[0] == 0 || digests[0] != digests[1] { differing.append(seed) }
        }
        for seed in differing { print("seed \(seed): two runs differ") }
        print("\(count) seeds run twice: \(differing.count) differ")
        return differing.isEmpty ? 0 : 1
    }

    private func runScript(_ path: String) -> CInt {
        guard let script = Script(path: path) else {
            print("\(path) is not a script")
            return 64
        }
        return runOne(script.plan)
    }

    private func runOne(_ plan: Plan) -> CInt {
        if options.prints { return Child(plan, in: Self.single, prints: true).exitStatus() }
        guard let fault = Child(plan, in: Self.single).wait().fault else {
            print("seed \(plan.seed): nothing fails")
            return 0
        }
        print("seed \(plan.seed): \(fault)")
        var short = plan
        short.use(Shrinker(plan, fault, in: Self.single).shrink())
        print(Script.text(short))
        return 1
    }
}
