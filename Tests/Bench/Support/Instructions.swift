import CCosts
import Glibc

/// Counts of executed instructions, which other programs of the machine do not change.
///
/// The counted run is a process of its own: `bench NAME --count SIDE COMPARISON`, or another program. The
/// processor's counter counts it (perf_event_open(2)); without one, as in most virtual machines, callgrind
/// does; without both, nothing is judged by instructions.
enum Instructions {
    /// The means of counting; `BENCH_COUNT=counter`, `callgrind` or `none` chooses one.
    enum Means: String { case counter, callgrind, none }

    /// The means that this machine has.
    static let means: Means = {
        if let chosen = getenv("BENCH_COUNT").flatMap({ Means(rawValue: String(cString: $0)) }) {
            return chosen
        }
        let descriptor = open_instruction_counter(0)
        if descriptor >= 0 { close(descriptor) }
        let hasCallgrind = !BenchFiles.output(of: "command -v valgrind && command -v strip").isEmpty
        return descriptor >= 0 ? .counter : hasCallgrind ? .callgrind : .none
    }()

    /// Returns the instructions of one run of a side of a comparison; `nil` if they cannot be counted.
    static func count(_ side: String, of comparison: String, by program: String) -> Double? {
        guard means != .none else { return nil }
        let callgrind = callgrind(atStart: false).map { "'\($0)'" }.joined(separator: " ")
        let words = ["--count", side, comparison].map { "'\($0)'" }.joined(separator: " ")
        let command = "\(callgrind) '\(countable(program))' \(CostComparison.benchmark) \(words) 2>&1"
        return number(in: BenchFiles.output(of: command))
    }

    /// Counts the instructions of a process from its start to its end.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - run: Starts the program by a command, which arguments follow, and waits until it has ended.
    /// - Returns: The number; `nil` if it cannot be counted.
    /// - Throws: What `run` throws.
    static func count(_ program: String, _ run: (_ command: [String]) throws -> Void) throws -> Double? {
        switch means {
        case .none: return nil
        case .counter: return try counted(children: true) { try run([program]) }
        case .callgrind:
            let folder = try BenchFolder()
            let log = folder.path + "/log"
            let options = ["--child-silent-after-fork=yes", "--log-file=\(log)"]
            try run(callgrind(atStart: true) + options + [countable(program)])
            return number(in: BenchFiles.output(of: "cat '\(log)'"))
        }
    }

    /// Runs a body and prints the number of its instructions, unless callgrind does that.
    static func tell(_ body: () throws -> Void) rethrows {
        start_counting()
        let number = try counted(children: false, body)
        stop_counting()
        if let number { print("instructions: \(Int(number))") }
    }

    private static func counted(children: Bool, _ body: () throws -> Void) rethrows -> Double? {
        let descriptor = open_instruction_counter(children ? 1 : 0)
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

    private static func callgrind(atStart: Bool) -> [String] {
        guard means == .callgrind else { return [] }
        return ["/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
            + ["--instr-atstart=\(atStart ? "yes" : "no")"]
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
