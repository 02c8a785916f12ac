/// A piece of work beside the least that any program must do for it (the floor), or another program (the
/// peer).
///
/// Both take turns, A B A B; the median of the ratios of pairs is printed with their spread. The goal is
/// judged by the instructions of one run of each, see ``Instructions``; without a peer, by those of an
/// operation.
struct CostComparison {
    /// One side of a comparison.
    enum Side {
        /// A function that prepares a run, which is not measured, and returns the run.
        case body(prepare: () throws -> () throws -> Void)
        /// A program that prints the CPU nanoseconds of each run; the number of runs is its last argument.
        case program([String])
    }

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
    ///   - subject: The work.
    ///   - peer: The name of the floor or the peer, and its work; `nil` without one.
    ///   - limit: The greatest ratio of instructions, or number for each operation; `nil` if neither is
    ///     judged.
    /// - Returns: Our CPU nanoseconds of an operation.
    /// - Throws: What a run throws.
    @discardableResult
    static func run(
        _ name: String, each count: Int = 1, _ subject: Side, to peer: (name: String, side: Side)? = nil,
        limit: Double? = nil
    ) throws -> Double {
        if let counted {
            try tell(counted, name, subject, peer?.side)
            return 0
        }
        if let earlier { return try judge(name, against: earlier) }
        let (times, peers) = try measure(subject, peer?.side)
        let time = times.median / Double(count)
        guard let peer else {
            print("\(name): \(unit(time)) of CPU each")
            if let limit {
                judge(name, number(of: name, subject).map { $0 / Double(count) }, limit, "instructions each")
            }
            return time
        }
        let ratios = zip(times, peers).map { $0 / $1 }
        let spread = "\(Goal.short(ratios.percentile(0))) to \(Goal.short(ratios.percentile(100)))"
        print(
            "\(name): \(unit(time)) of CPU each, \(peer.name) \(unit(peers.median / Double(count))),",
            "ratio \(Goal.short(ratios.median)) (\(spread))")
        guard let limit else { return time }
        let ours = number(of: name, subject)
        let theirs = ours == nil ? nil : number(of: name, peer.side, "peer")
        judge(
            name, theirs.flatMap { theirs in ours.map { $0 / theirs } }, limit, "instructions to \(peer.name)"
        )
        return time
    }

    /// Measures both sides in turn, in CPU nanoseconds of a run.
    private static func measure(_ subject: Side, _ peer: Side?) throws -> (ours: [Double], peers: [Double]) {
        var (ours, peers): ([Double], [Double]) = ([], [])
        for turn in 0...turns {
            let times = (try time(of: subject), try peer.map { try time(of: $0) } ?? 1)
            // The first turn fills the caches.
            guard turn > 0 else { continue }
            ours.append(times.0)
            peers.append(times.1)
        }
        return (ours, peers)
    }

    /// Returns the CPU nanoseconds of a run.
    private static func time(of side: Side) throws -> Double {
        switch side {
        case .body(let prepare):
            let first = try Clock.cost(of: try prepare())
            // The other side has filled the caches before a short run, which is therefore repeated.
            return first > long ? first : try (0..<3).map { _ in try Clock.cost(of: try prepare()) }.median
        case .program(let words):
            let lines = BenchFiles.output(of: words.map { "'\($0)'" }.joined(separator: " ") + " 3")
            // Its first run fills the caches.
            let costs = lines.compactMap { Double($0) }.dropFirst()
            guard !costs.isEmpty else { throw BenchError("\(words[0]) prints no times") }
            return Array(costs).median
        }
    }

    private static func number(of name: String, _ side: Side, _ title: String = "subject") -> Double? {
        if case .program(let words) = side { return Instructions.count(words) }
        guard let program = try? BenchFiles.program() else { return nil }
        return Instructions.count(title, of: name, by: program)
    }

    private static func judge(_ name: String, _ value: Double?, _ limit: Double, _ unit: String) {
        guard let value else { return print("\(name): not judged, instructions cannot be counted here") }
        Goal.most("\(name), \(unit)", value, limit: limit)
    }

    private static func judge(_ name: String, against earlier: String) throws -> Double {
        let programs = [try BenchFiles.program(), earlier]
        let counts = programs.compactMap { Instructions.count("subject", of: name, by: $0) }
        if counts.count < 2 {
            print("\(name): not judged, instructions cannot be counted in both programs")
        } else {
            Goal.most("\(name), instructions to the earlier build", counts[0] / counts[1], limit: noticed)
        }
        return 0
    }

    /// The end of a process that counts.
    struct Counted: Error {}

    /// Runs the counted side of the counted comparison, prints its instructions and ends the benchmark.
    private static func tell(_ counted: [String], _ name: String, _ subject: Side, _ peer: Side?) throws {
        guard counted[1] == name, case .body(let prepare)? = counted[0] == "peer" ? peer : subject else {
            return
        }
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
