import Glibc

typealias Benchmark = (name: String, run: @MainActor ([String]) throws -> Void)

/// The benchmarks by name.
let benchmarks: [Benchmark] = [
    ("reactive", { _ in try ReactiveBench.run() }), ("store", { _ in try StoreBench.run() }),
    ("past", { _ in try StoreBench.past() }),
    ("metar", { _ in try WeatherBench.metar() }), ("taf", { _ in try WeatherBench.taf() }),
    ("table", { _ in try DocumentBench.table() }), ("json", { _ in try DocumentBench.json() }),
    ("feed", { _ in try DocumentBench.feed() }), ("calendar", { _ in try CalendarBench.run() }),
    ("job", JobBench.run), ("scale", ScaleBench.run), ("fanout", FanoutBench.run),
    ("reach", { _ in try ReachBench.run() }), ("web", { _ in try WebBench.run() }),
]

/// Runs all benchmarks, each in a process of its own, with one table of their goals at the end:
/// `Tests/Bench/all`.
func runAll(_ arguments: [String]) throws {
    let names = benchmarks.map(\.name).joined(separator: " ")
    let command = [BenchFiles.root + "Tests/Bench/all", try BenchFiles.program(), names] + arguments
    var words = command.map { strdup($0) } + [nil]
    execv(command[0], &words)
    throw BenchError("cannot run \(command[0])")
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    if words.first == "all" {
        try runAll(Array(words.dropFirst()))
    } else if let benchmark = benchmarks.first(where: { $0.name == words.first }) {
        try benchmark.run(Array(words.dropFirst()))
    } else {
        print("usage: bench \(benchmarks.map(\.name).joined(separator: "|")) [--against BENCH]")
        print("       bench all [--against FILE] [--output FILE] [NAME…]")
        exit(64)
    }
} catch is CostComparison.Counted {
    exit(0)
} catch {
    print("bench \(words[0]): \(error)")
    exit(1)
}
exit(Goal.isShort ? 1 : 0)
