/// A piece of work beside the least that any program must do for it (the floor), or another way to do it (the
/// peer).
///
/// Both take turns, A B A B; the median of the ratios of pairs is printed with their spread. The goals are
/// judged by the instructions of one run, see ``Instructions``: relative to the peer's, or of an operation.
enum CostComparison {
    /// A function that prepares a run, which is not measured, and returns the run.
    typealias Side = () throws -> () throws -> Void

    /// The name of the benchmark, the first argument.
    nonisolated static let benchmark = CommandLine.arguments.dropFirst().first ?? ""
    /// The side and the comparison to count in this process; `nil` unless this is a process that counts.
    private static let counted = argument(after: "--count", 2)
    /// Whether this process only counts, so that it needs no other program.
    static var isCounting: Bool { counted != nil || earlier != nil }
    /// The program of an earlier build, whose instructions the present ones may exceed by a twentieth.
    private static let earlier = argument(after: "--against", 1)?.first
    private static let turns = 5
    private static let noticed = 1.05
    /// The nanoseconds from which a run is long.
    private static let long = 1e8

    /// Compares.
    ///
    /// - Parameters:
    ///   - name: The name of the goal.
    ///   - count: The number of operations of a run.
    ///   - peer: The name of the floor or the peer; `nil` without one.
    ///   - limit: The greatest ratio of instructions to the peer's; `nil` if it is not judged.
    ///   - stored: The instructions of an operation that were stored with the build that was good; they may
    ///     be exceeded by a twentieth. `nil` if they are not judged.
    ///   - subject: The work.
    ///   - floor: The work of the peer.
    /// - Throws: What a run throws.
    static func run(
        _ name: String, each count: Int = 1, to peer: String? = nil, limit: Double? = nil,
        stored: Double? = nil, _ subject: @escaping Side, floor: Side? = nil
    ) throws {
        if let counted { return try tell(counted, name, subject, floor) }
        if let earlier { return try judge(name, against: earlier) }
        let (times, floors) = try measure(subject, floor)
        let time = unit(times.median / Double(count))
        if let peer {
            let ratios = zip(times, floors).map { $0 / $1 }
            let spread = "\(Goal.short(ratios.percentile(0))) to \(Goal.short(ratios.percentile(100)))"
            print(
                "\(name): \(time) of CPU each, \(peer) \(unit(floors.median / Double(count))),",
                "ratio \(Goal.short(ratios.median)) (\(spread))")
        } else {
            print("\(name): \(time) of CPU each")
        }
        guard limit != nil || stored != nil else { return }
        try judge(name, count, to: peer, limit, stored)
    }

    private static func judge(
        _ name: String, _ count: Int, to peer: String?, _ limit: Double?, _ stored: Double?
    ) throws {
        let program = try BenchFiles.program()
        guard let ours = Instructions.count("subject", of: name, by: program) else {
            return print("\(name): not judged, instructions cannot be counted here")
        }
        if let stored {
            let goal = "\(name), instructions each"
            Goal.most(goal, ours / Double(count), limit: stored * noticed)
        }
        guard let limit, let peer, let theirs = Instructions.count("peer", of: name, by: program) else {
            return
        }
        Goal.most("\(name), instructions to \(peer)", ours / theirs, limit: limit)
    }

    private static func judge(_ name: String, against earlier: String) throws {
        let programs = [try BenchFiles.program(), earlier]
        let counts = programs.compactMap { Instructions.count("subject", of: name, by: $0) }
        guard counts.count == 2 else {
            return print("\(name): not judged, instructions cannot be counted in both programs")
        }
        Goal.most("\(name), instructions to the earlier build", counts[0] / counts[1], limit: noticed)
    }

    /// Measures both sides in turn, in CPU nanoseconds of a run.
    private static func measure(_ subject: Side, _ floor: Side?) throws -> (ours: [Double], floors: [Double])
    {
        var (ours, floors): ([Double], [Double]) = ([], [])
        for turn in 0...turns {
            let times = (try time(of: subject), try floor.map { try time(of: $0) } ?? 1)
            // The first turn fills the caches.
            guard turn > 0 else { continue }
            ours.append(times.0)
            floors.append(times.1)
        }
        return (ours, floors)
    }

    /// Returns the CPU nanoseconds of a run.
    private static func time(of prepare: Side) throws -> Double {
        let first = try Clock.cost(of: try prepare())
        // The other side has filled the caches before a short run, which is therefore repeated.
        return first > long ? first : try (0..<3).map { _ in try Clock.cost(of: try prepare()) }.median
    }

    /// The end of a process that counts.
    struct Counted: Error {}

    /// Runs the counted side of the counted comparison, prints its instructions and ends the benchmark.
    private static func tell(_ counted: [String], _ name: String, _ subject: @escaping Side, _ floor: Side?)
        throws
    {
        guard counted[1] == name, let prepare = counted[0] == "peer" ? floor : subject else { return }
        try prepare()()
        try Instructions.tell(try prepare())
        throw Counted()
    }

    private static func argument(after option: String, _ count: Int) -> [String]? {
        let words = CommandLine.arguments
        guard let place = words.firstIndex(of: option), place + count < words.count else { return nil }
        return Array(words[(place + 1)...(place + count)])
    }

    private static func unit(_ nanoseconds: Double) -> String {
        nanoseconds < 1e4
            ? "\(Goal.short(nanoseconds)) ns"
            : nanoseconds < 1e7
                ? "\(Goal.short(nanoseconds / 1e3)) µs" : "\(Goal.short(nanoseconds / 1e6)) ms"
    }
}
