import CCosts
import Glibc

/// Counts of executed instructions, which other programs of the machine do not change.
///
/// The counted run is a process of its own, `bench NAME --count SIDE COMPARISON`. The processor's counter
/// counts it (perf_event_open(2)); without one, as in most virtual machines, callgrind does; without both,
/// nothing is judged by instructions.
nonisolated enum Instructions {
    /// The means of counting; `BENCH_COUNT=counter`, `callgrind` or `none` chooses one.
    enum Means: String { case counter, callgrind, none }

    /// The means that this machine has.
    static let means: Means = {
        if let chosen = getenv("BENCH_COUNT").flatMap({ Means(rawValue: String(cString: $0)) }) {
            return chosen
        }
        let descriptor = open_instruction_counter()
        if descriptor >= 0 { close(descriptor) }
        let hasCallgrind = !BenchFiles.output(of: "command -v valgrind && command -v strip").isEmpty
        return descriptor >= 0 ? .counter : hasCallgrind ? .callgrind : .none
    }()

    /// Returns the instructions of one run of a side of a comparison; `nil` if they cannot be counted.
    static func count(_ side: String, of comparison: String, by program: String) -> Double? {
        let words = ["--count", side, comparison].map { "'\($0)'" }.joined(separator: " ")
        let command = "'\(countable(program))' \(CostComparison.benchmark) \(words) 2>&1"
        return number(in: BenchFiles.output(of: prefix(atStart: false) + command))
    }

    /// Returns the instructions of one run of another program, which takes the number of runs as its last
    /// argument.
    static func count(_ words: [String]) -> Double? {
        if let known = known[words] { return known }
        known[words] = countAnew(words)
        return known[words]
    }

    nonisolated(unsafe) private static var known: [[String]: Double] = [:]

    private static func countAnew(_ words: [String]) -> Double? {
        let totals = [1, 2].map { runs -> Double? in
            let command = prefix(atStart: true) + words.map { "'\($0)'" }.joined(separator: " ") + " \(runs)"
            guard means == .counter else { return number(in: BenchFiles.output(of: command + " 2>&1")) }
            return counted { _ = BenchFiles.output(of: command) }
        }
        guard let one = totals[0], let two = totals[1], two > one else { return nil }
        return two - one
    }

    /// Runs a body and prints the number of its instructions, unless callgrind does that.
    static func tell(_ body: () throws -> Void) rethrows {
        start_counting()
        let number = try counted(body)
        stop_counting()
        if let number { print("instructions: \(Int(number))") }
    }

    private static func counted(_ body: () throws -> Void) rethrows -> Double? {
        let descriptor = open_instruction_counter()
        defer { if descriptor >= 0 { close(descriptor) } }
        var before: UInt64 = 0
        read(descriptor, &before, 8)
        try body()
        var after: UInt64 = 0
        return read(descriptor, &after, 8) == 8 ? Double(after - before) : nil
    }

    /// Finds `instructions: N`, or callgrind's `Collected : N`.
    private static func number(in lines: [String]) -> Double? {
        let line = lines.last { $0.hasPrefix("instructions: ") || $0.contains("Collected : ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    private static func prefix(atStart: Bool) -> String {
        switch means {
        case .counter: ""
        case .none: "false "
        case .callgrind:
            "valgrind --tool=callgrind --callgrind-out-file=/dev/null "
                + "--instr-atstart=\(atStart ? "yes" : "no") "
        }
    }

    /// Returns a copy of a program without debugging information, which callgrind may be unable to read.
    private static func countable(_ program: String) -> String {
        guard means == .callgrind else { return program }
        let copy = BenchFiles.root + ".build/bench" + program.replacing("/", with: "-")
        _ = BenchFiles.output(
            of: "[ '\(copy)' -nt '\(program)' ] || strip --strip-all -o '\(copy)' '\(program)'")
        return copy
    }
}
