import Glibc
import Systemd

/// `bench fanout`: the server's cost of a delivery, compared with a floor that does nothing else, in one run
/// and in turn.
///
/// The server under test is the almanac: its protocol, its selectors, its subscribers. The floor writes the
/// same bytes into memory once and sends each subscriber the missing slice, once per burst: it knows no
/// protocol and waits for nobody. Servers of others are compared where they are there; see
/// `Tests/System/roots`. All are separate processes, measured by their process clocks; this process is all
/// the subscribers, and the publisher.
///
/// A ratio is the median of the ratios of turns, in each of which a server is measured beside the other: the speed of a
/// virtual machine changes by half within seconds. Those count during which no core was shared; see ``SharedCore``.
enum FanoutBench {
    private static let subscribers = [1, 100, 1_000, 10_000]
    /// The number of subscribers that is measured in addition, or as many as descriptors allow.
    private static let wanted = 50_000
    private static let bursts = [1, 10, 100]
    /// The number of undisturbed turns that suffice for a median.
    private static let enoughTurns = 5
    /// The most turns that are added to those of the almanac and the floor; none for more than 1,000 subscribers, where a
    /// turn takes seconds.
    private static let extraTurns = 8

    /// Runs the benchmark, or one of its servers.
    ///
    /// - Parameter arguments: Numbers of subscribers, all by default; `costs` or `lives` for one of the two
    ///   tables. Or the arguments of `FanoutChild` for a server.
    /// - Throws: The system error if a server cannot be started or reached.
    static func run(_ arguments: [String]) throws {
        if let role = arguments.first.flatMap(FanoutRole.init), arguments.count == 2 {
            return try role.serve(in: arguments[1])
        }
        let numbers = arguments.compactMap(Int.init)
        // With a lower limit, the larger counts fail and report it.
        let most = min(wanted, ((try? FanoutBench.raiseLimit()) ?? 0) - 1_000)
        let all = most > 10_000 ? subscribers + [most] : subscribers
        let counts = numbers.isEmpty ? all : numbers
        let missing = FanoutRole.others.filter { !$0.isThere }.map(\.rawValue)
        if !missing.isEmpty { print("missing: \(missing.joined(separator: ", "))") }
        if !arguments.contains("lives") { try compareCosts(counts) }
        if !arguments.contains("costs") { try compareLives(counts) }
        Measure.goal("fanout, servers of others compared", Double(roles.count - 2), atLeast: 3)
    }

    /// The servers that can be started.
    static let roles = FanoutRole.allCases.filter(\.isThere)

    private static func compareCosts(_ counts: [Int]) throws {
        let names = roles.map { $0.rawValue.right(10) }.joined()
        let comparable = roles.filter { $0 != .ours }
        print(
            "                  " + "processor µs a delivery".left(10 * roles.count)
                + "ours to".left(10 * comparable.count) + "  µs to the last of a burst: p50 (p99)")
        print(
            "subscribers burst " + names + comparable.map { $0.rawValue.right(10) }.joined()
                + roles.map { $0.rawValue.right(16) }.joined())
        for count in counts {
            for burst in bursts where count <= 10_000 || burst == 1 { try compare(count, burst: burst) }
        }
    }

    private static func compare(_ count: Int, burst: Int) throws {
        let turns = try inTurn(count) { try $0.measure(count, burst: burst) }
        let results = turns.mapValues(FanoutResult.median)
        func ratio(to other: FanoutRole, _ value: (FanoutResult) -> Double) -> Double? {
            FanoutBench.ratio(of: turns[.ours], to: turns[other], value)
        }
        let ratios = roles.filter { $0 != .ours }.map { fixed(ratio(to: $0, \.cost), digits: 2) }
        let columns = [
            ["\(count)".right(11), "\(burst)".right(6), " "],
            roles.map { fixed(results[$0]?.cost).right(10) },
            ratios.map { $0.right(10) }, roles.map { (results[$0]?.times ?? "-").right(16) },
        ]
        print(columns.joined().joined())
        // Visible at once, even through a pipe.
        fflush(nil)
        tellGoals(
            "\(count):\(burst)", ratio: ratio(to: .floor, \.cost), limit: count == 1 ? 1.3 : 1.15, to: "floor"
        )
        // The floor, too, needs .8 of the time of redis for single events, since both send each by one call, and .2
        // to .34 for bursts.
        let limits = [1: 0.9, 100: 0.4]
        if let limit = limits[burst], count > 1 {
            tellGoals(
                "\(count):\(burst)", ratio: ratio(to: .redis, \.cost), limit: limit, to: "redis")
        }
        if count > 1 {
            tellGoals(
                "\(count):\(burst) p99", ratio: ratio(to: .redis, \.worst), limit: 1, to: "redis")
        }
    }

    static func tellGoals(_ name: String, ratio: Double?, limit: Double, to other: String) {
        if let ratio { Measure.goal("fanout \(name) to \(other)", ratio, limit: limit) }
    }

    /// Measures the servers that can have a number of subscribers in turn, several times; then the almanac and the floor
    /// again, until enough of their turns were undisturbed.
    static func inTurn<Result: FanoutMeasurement>(
        _ count: Int, _ measure: (FanoutChild) throws -> Result
    ) throws -> [FanoutRole: [Result]] {
        var results: [FanoutRole: [Result]] = [:]
        func measureTurn(of roles: [FanoutRole]) throws {
            for role in roles where role.mostSubscribers >= count {
                results[role, default: []].append(try measure(FanoutChild(role)))
            }
        }
        for turn in 0..<FanoutRole.ours.turns { try measureTurn(of: roles.filter { $0.turns > turn }) }
        for _ in 0..<(count > 1_000 ? 0 : extraTurns) {
            if undisturbed(results[.ours] ?? [], results[.floor] ?? []).count >= enoughTurns { break }
            try measureTurn(of: [.floor, .ours])
        }
        return results
    }

    /// Raises the limit of descriptors as far as the user may, for this process and the servers that it starts.
    ///
    /// - Returns: The limit.
    private static func raiseLimit() throws -> Int {
        let limit = try FileDescriptor.raiseLimit()
        let goal = wanted + 1_000
        // Only root may exceed the hard limit, and not in every container.
        var raised = rlimit(rlim_cur: rlim_t(goal), rlim_max: rlim_t(goal))
        let isRaised = limit < goal && setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return isRaised ? goal : limit
    }

    /// Returns the median of the ratios of all turns, or of those during which no core was shared if there are enough;
    /// `nil` unless both were measured.
    static func ratio<Result: FanoutMeasurement>(
        of ours: [Result]?, to other: [Result]?, _ value: (Result) -> Double
    ) -> Double? {
        guard let ours, let other else { return nil }
        let all = Array(zip(ours, other))
        let undisturbed = undisturbed(ours, other)
        let counted = undisturbed.count >= min(enoughTurns, (all.count + 1) / 2) ? undisturbed : all
        return Measure.median(counted.map { value($0) / value($1) })
    }

    /// Returns the turns during which no core was shared, neither for the one server nor for the other.
    private static func undisturbed<Result: FanoutMeasurement>(
        _ ours: [Result], _ other: [Result]
    ) -> [(Result, Result)] {
        zip(ours, other).filter { $0.isUndisturbed && $1.isUndisturbed }
    }

    /// Returns a number with a fixed number of decimal digits.
    static func fixed(_ value: Double?, digits: Int = 3) -> String {
        guard let value else { return "-" }
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((value * Double(scale)).rounded())
        if digits == 0 { return "\(whole)" }
        let rest = String(whole % scale)
        return "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
