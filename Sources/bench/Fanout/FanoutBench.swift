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
enum FanoutBench {
    private static let subscribers = [1, 100, 1_000, 10_000]
    /// The number of subscribers that is measured in addition, or as many as descriptors allow.
    private static let wanted = 50_000
    private static let bursts = [1, 10, 100]

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
    private static let roles = FanoutRole.allCases.filter(\.isThere)

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

    private static func compareLives(_ counts: [Int]) throws {
        let names = roles.map { $0.rawValue.right(10) }.joined()
        print(
            "           "
                + ["µs an arrival", "µs a departure", "resident B, idle"].map { $0.left(10 * roles.count) }
                .joined())
        print("subscribers" + names + names + names)
        var lives: [Int: [FanoutRole: FanoutLife]] = [:]
        for count in counts { lives[count] = try compareLives(count) }
        guard let few = lives[100], let all = lives[10_000] else { return }
        func growth(of cost: KeyPath<FanoutLife, Double>, for role: FanoutRole) -> Double? {
            ratio(of: all[role]?[keyPath: cost], to: few[role]?[keyPath: cost])
        }
        print(
            "one of 10,000 to one of 100: \(fixed(growth(of: \.arrival, for: .floor), digits: 2)) the floor's arrival, "
                + "\(fixed(growth(of: \.departure, for: .floor), digits: 2)) its departure")
        // The caches of the processor let the floor's cost grow, too: its arrival by a fifth.
        tellGoals("10000 arriving", ratio: growth(of: \.arrival, for: .ours), limit: 1.5, to: "100")
        tellGoals("10000 departing", ratio: growth(of: \.departure, for: .ours), limit: 1.5, to: "100")
    }

    private static func compare(_ count: Int, burst: Int) throws {
        let results = try inTurn(count) { try $0.measure(count, burst: burst) }
            .mapValues(FanoutResult.median)
        let floor = results[.floor]
        let ours = results[.ours]
        let redis = results[.redis]
        let ratios = roles.filter { $0 != .ours }.map {
            fixed(ratio(of: ours?.cost, to: results[$0]?.cost), digits: 2)
        }
        let columns = [
            ["\(count)".right(11), "\(burst)".right(6), " "],
            roles.map { fixed(results[$0]?.cost).right(10) },
            ratios.map { $0.right(10) }, roles.map { (results[$0]?.times ?? "-").right(16) },
        ]
        print(columns.joined().joined())
        // Visible at once, even through a pipe.
        fflush(nil)
        tellGoals(
            "\(count):\(burst)", ratio: ratio(of: ours?.cost, to: floor?.cost),
            limit: count == 1 ? 1.3 : 1.15, to: "floor")
        // The floor, too, needs .8 of the time of redis for single events, since both send each by one call, and .2
        // to .34 for bursts.
        let limits = [1: 0.9, 100: 0.4]
        if let limit = limits[burst], count > 1 {
            tellGoals(
                "\(count):\(burst)", ratio: ratio(of: ours?.cost, to: redis?.cost), limit: limit, to: "redis")
        }
        if count > 1 {
            tellGoals(
                "\(count):\(burst) p99", ratio: ratio(of: ours?.worst, to: redis?.worst), limit: 1,
                to: "redis")
        }
    }

    private static func tellGoals(_ name: String, ratio: Double?, limit: Double, to other: String) {
        if let ratio { Measure.goal("fanout \(name) to \(other)", ratio, limit: limit) }
    }

    private static func compareLives(_ count: Int) throws -> [FanoutRole: FanoutLife] {
        let results = try inTurn(count) { try $0.measureLife(count) }.mapValues(FanoutLife.median)
        let lives = roles.map { results[$0] }
        let columns = [
            lives.map { fixed($0?.arrival, digits: 1) }, lives.map { fixed($0?.departure, digits: 1) },
            lives.map { fixed($0?.resident, digits: 0) },
        ].map { $0.map { $0.right(10) }.joined() }
        print("\(count)".right(11) + columns.joined())
        let floor = results[.floor]
        let ours = results[.ours]
        tellGoals(
            "\(count) arriving", ratio: ratio(of: ours?.arrival, to: floor?.arrival),
            limit: count == 1 ? 2 : 1.8, to: "floor")
        tellGoals(
            "\(count) departing", ratio: ratio(of: ours?.departure, to: floor?.departure), limit: 1.8,
            to: "floor")
        if let ours, count >= 1_000 {
            Measure.goal("fanout \(count) idle", ours.resident, limit: 512, unit: " B")
        }
        return results
    }

    /// Measures the servers that can have a number of subscribers in turn, several times.
    private static func inTurn<Result>(
        _ count: Int, _ measure: (FanoutChild) throws -> Result
    ) throws -> [FanoutRole: [Result]] {
        var results: [FanoutRole: [Result]] = [:]
        for turn in 0..<(roles.map(\.turns).max() ?? 0) {
            for role in roles where role.turns > turn && role.mostSubscribers >= count {
                results[role, default: []].append(try measure(FanoutChild(role)))
            }
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

    private static func ratio(of one: Double?, to other: Double?) -> Double? {
        guard let one, let other else { return nil }
        return one / other
    }

    /// Returns a number with a fixed number of decimal digits.
    private static func fixed(_ value: Double?, digits: Int = 3) -> String {
        guard let value else { return "-" }
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((value * Double(scale)).rounded())
        if digits == 0 { return "\(whole)" }
        let rest = String(whole % scale)
        return "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
