import Glibc

/// The benchmarks by name; each prints its goals as `goal NAME: MEASURED (limit LIMIT) ok|short`.
let benchmarks: [(name: String, run: @MainActor () throws -> Void)] = [
    ("reactive", benchmarkReactive), ("store", StoreBench.run),
]

let wanted = CommandLine.arguments.dropFirst()
let chosen = benchmarks.filter { wanted.isEmpty || wanted.contains($0.name) }
if chosen.isEmpty || Set(wanted).subtracting(benchmarks.map(\.name)).isEmpty == false {
    print("usage: bench [\(benchmarks.map(\.name).joined(separator: "|"))]…")
    exit(64)
}
for benchmark in chosen { try benchmark.run() }
