import Glibc

typealias Benchmark = (name: String, run: @MainActor ([String]) throws -> Void)

/// The benchmarks by name; each prints its goals as `goal NAME: MEASURED (limit LIMIT) ok|short`.
let benchmarks: [Benchmark] = [
    ("reactive", ReactiveBench.run), ("store", { _ in try StoreBench.run() }),
    ("fanout", FanoutBench.run), ("metar", { _ in try WeatherBench.metar() }),
    ("taf", { _ in try WeatherBench.taf() }), ("table", { _ in try DocumentBench.table() }),
    ("json", DocumentBench.json), ("feed", { _ in try DocumentBench.feed() }),
    ("refresh", { _ in try RefreshBench.run() }), ("find", { _ in try FindBench.run() }),
    ("start", StartBench.run), ("million", { _ in try MillionBench.run() }),
    ("crowd", CrowdBench.run), ("reach", { _ in try ReachBench.run() }),
    ("web", WebBench.run), ("fleet", { _ in try FleetBench.run() }),
    ("mqtt", { _ in try MQTTBench.run() }),
    ("rhythm", { _ in try RhythmBench.run() }),
    ("alert", { _ in try AlertBench.run() }), ("calendar", { _ in try CalendarBench.run() }),
    ("idle", IdleBench.run), ("scale", ScaleBench.run),
]

/// The names of benchmarks, all if there are none; or one name and its arguments; or `all` and its arguments.
let words = Array(CommandLine.arguments.dropFirst())
let names = benchmarks.map(\.name)
if words.first == "all" {
    do { try AllBench.run(Array(words.dropFirst()), of: names) } catch {
        print("bench all: \(error)")
        exit(64)
    }
    exit(Measure.isShort ? 1 : 0)
}
let areNames = words.allSatisfy { names.contains($0) }
guard areNames || names.contains(words[0]) else {
    print("usage: bench [\(names.joined(separator: "|"))]…, or one of them and its arguments")
    print("       bench all [--against FILE] [--output FILE] [NAME…]")
    exit(64)
}

/// The benchmarks during which idle processors stay awake: most of their goals are wall times. Ratios need that less,
/// since threads of the floor wake up as slowly.
let wakeful: Set = ["find", "start", "million"]

/// Runs a benchmark.
func run(_ benchmark: Benchmark, _ arguments: [String]) throws {
    let processors = wakeful.contains(benchmark.name) ? try WakefulProcessors.keep() : nil
    try withExtendedLifetime(processors) { try benchmark.run(arguments) }
}

for benchmark in benchmarks where words.isEmpty || (areNames ? words : [words[0]]).contains(benchmark.name) {
    do { try run(benchmark, areNames ? [] : Array(words.dropFirst())) } catch {
        print("bench \(benchmark.name): \(error)")
        exit(1)
    }
}
SharedCore.report()
exit(Measure.isShort ? 1 : 0)
