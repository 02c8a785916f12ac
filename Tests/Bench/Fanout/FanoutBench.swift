import Glibc
import Systemd

/// `bench fanout`: the server's cost of a delivery, compared with a floor that does nothing else.
///
/// The server under test is the almanac: its protocol, its selectors, its subscribers. The floor writes the
/// same bytes into memory once and sends each subscriber the missing slice, once per burst: it knows no
/// protocol and waits for nobody. Servers of others are compared where they are there; see
/// `Tests/System/roots`. All are separate processes, measured by their process clocks; this process is all
/// the subscribers, and the publisher. Time is the subject.
enum FanoutBench {
    private static let bursts = [1, 10, 100]
    /// The number of rounds in which all servers are measured in turn.
    private static let turns = 5
    /// The number of subscribers that is measured in addition, or as many as descriptors allow.
    private static let wanted = 50_000

    /// Runs the benchmark, or one of its servers.
    ///
    /// - Parameter arguments: Numbers of subscribers, all by default; `costs` or `lives` for one of the two
    ///   tables. Or the name of a role and a folder, for a server.
    /// - Throws: The system error if a server cannot be started or reached.
    static func run(_ arguments: [String]) throws {
        if let role = arguments.first.flatMap(FanoutRole.init), arguments.count == 2 {
            return try role.serve(in: arguments[1])
        }
        let most = min(wanted, try raiseLimit() - 1_000)
        let numbers = arguments.compactMap(Int.init)
        let counts = numbers.isEmpty ? [1, 100, 1_000, 10_000] + (most > 10_000 ? [most] : []) : numbers
        print("servers: \(FanoutRole.present.map(\.rawValue).joined(separator: ", "))")
        for count in counts where !arguments.contains("lives") {
            for burst in bursts where count <= 10_000 || burst == 1 {
                try compareDeliveries(count, burst: burst)
            }
        }
        for count in counts where !arguments.contains("costs") { try compareLives(count) }
        if counts.contains(100), counts.contains(10_000), !arguments.contains("costs") { try compareGrowth() }
        Goal.least("fanout, servers of others compared", Double(FanoutRole.present.count - 2), limit: 3)
    }

    /// Raises the limit of descriptors as far as the user may, for this process and the servers that it
    /// starts.
    ///
    /// - Returns: The limit.
    private static func raiseLimit() throws -> Int {
        let (limit, goal) = (try FileDescriptor.raiseLimit(), wanted + 1_000)
        // Only root may exceed the hard limit, and not in every container.
        var raised = rlimit(rlim_cur: rlim_t(goal), rlim_max: rlim_t(goal))
        let isRaised = limit < goal && setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return isRaised ? goal : limit
    }

    private static func compareDeliveries(_ count: Int, burst: Int) throws {
        let name = "fanout \(count):\(burst)"
        var limits = [("\(name) to floor", count == 1 ? 1.3 : 1.15)]
        // The floor, too, needs .8 of the time of redis for single events, since both send each by one call,
        // and .2 to .34 for bursts.
        if count > 1 {
            limits += [
                ("\(name) to redis", burst == 1 ? 0.9 : burst == 100 ? 0.4 : 1), ("\(name) p99 to redis", 1),
            ]
        }
        try Goal.times(limits) {
            let all = try inTurn(count) { try $0.measure(count, burst: burst) }
            let columns = FanoutRole.present.map { role in
                let results = all[role] ?? []
                let delays = [results.map(\.median).median, results.map(\.worst).median].map(Goal.short)
                return
                    role.rawValue + " \(Goal.short(results.map(\.cost).median)) ("
                    + delays.joined(separator: ", ") + ")"
            }
            print(
                "\(name): µs of CPU a delivery (to the last of a burst, 99 %): "
                    + columns.joined(separator: "; ")
            )
            return [
                ratio(all[.ours], to: all[.floor], \.cost), ratio(all[.ours], to: all[.redis], \.cost),
                ratio(all[.ours], to: all[.redis], \.worst),
            ]
        }
    }

    private static func compareLives(_ count: Int) throws {
        let name = "fanout \(count)"
        var resident = 0.0
        try Goal.times([
            ("\(name) arriving to floor", count == 1 ? 2 : 1.8), ("\(name) departing to floor", 1.8),
        ]) {
            let all = try inTurn(count) { try $0.measureLife(count) }
            for role in FanoutRole.present {
                let lives = all[role] ?? []
                let costs = [lives.map(\.arrival).median, lives.map(\.departure).median].map(Goal.short)
                let bytes = lives.map(\.resident).median
                print(
                    "  \(role.rawValue): µs to arrive \(costs[0]), to leave \(costs[1]); \(Int(bytes)) B idle"
                )
                if role == .ours { resident = bytes }
            }
            return [
                ratio(all[.ours], to: all[.floor], \.arrival),
                ratio(all[.ours], to: all[.floor], \.departure),
            ]
        }
        if count >= 1_000 { Goal.most("\(name) idle", resident, limit: 512, unit: " B") }
    }

    /// Compares the cost of one of 10,000 subscribers with that of one of 100; the caches of the processor
    /// let that of the floor grow, too.
    private static func compareGrowth() throws {
        try Goal.times([("fanout 10000 arriving to 100", 1.5), ("fanout 10000 departing to 100", 1.5)]) {
            let pairs = try (0..<turns).map { _ in
                (
                    few: try FanoutChild(.ours).measureLife(100),
                    many: try FanoutChild(.ours).measureLife(10_000)
                )
            }
            return [
                ratio(pairs.map(\.many), to: pairs.map(\.few), \.arrival),
                ratio(pairs.map(\.many), to: pairs.map(\.few), \.departure),
            ]
        }
    }

    /// Measures the servers that can have a number of subscribers in turn, several times.
    private static func inTurn<Result>(
        _ count: Int, _ measure: (FanoutChild) throws -> Result
    ) throws -> [FanoutRole: [Result]] {
        var results: [FanoutRole: [Result]] = [:]
        for _ in 0..<turns {
            for role in FanoutRole.present where role.mostSubscribers >= count {
                results[role, default: []].append(try measure(FanoutChild(role)))
            }
        }
        return results
    }

    /// Returns the median of the ratios of all turns; `nil` unless both were measured.
    private static func ratio<Result>(
        _ ours: [Result]?, to other: [Result]?, _ value: (Result) -> Double
    ) -> Double? {
        guard let ours, let other else { return nil }
        return zip(ours, other).map { value($0) / value($1) }.median
    }
}
