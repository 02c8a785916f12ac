import Glibc
import Records
import Systemd

/// `bench all`: all benchmarks, each in a process of its own, with one table of their goals at the end.
///
/// A benchmark that lacks a part exits with status 77: it has no goals, and the table says so.
enum AllBench {
    /// The file of the run, in the project's folder.
    private static let file = ".build/bench.json"

    /// The words after `bench all`.
    private struct Settings {
        var names: [String] = []
        /// The file of an earlier run to compare with; `nil` without one.
        var against: String?
        /// The file to store this run in.
        var output = BenchFiles.root + AllBench.file

        init(_ arguments: [String]) throws {
            var words = arguments[...]
            while let word = words.popFirst() {
                switch word {
                case "--against": against = try Settings.value(of: word, &words)
                case "--output": output = try Settings.value(of: word, &words)
                default: names.append(word)
                }
            }
        }

        private static func value(of option: String, _ words: inout ArraySlice<String>) throws -> String {
            guard let value = words.popFirst() else {
                throw BenchError(description: "\(option) needs a file")
            }
            return value
        }
    }

    /// Runs the benchmarks.
    ///
    /// - Parameters:
    ///   - arguments: `--against FILE` compares with a stored run, `--output FILE` stores this one elsewhere than in
    ///     `.build/bench.json`; names of benchmarks, all by default.
    ///   - names: The names of all benchmarks.
    /// - Throws: An error if a word is unknown, a stored run cannot be read, or this one cannot be stored.
    static func run(_ arguments: [String], of names: [String]) throws {
        let settings = try Settings(arguments)
        if let word = settings.names.first(where: { !names.contains($0) }) {
            throw BenchError(description: "no benchmark is called \(word)")
        }
        // Read first, since this run may replace the file.
        let earlier = try settings.against.map(BenchRun.init(file:))
        SharedCore.passOnLowestTime()
        let results = try (settings.names.isEmpty ? names : settings.names).map(result)
        try BenchRun(goals: results.flatMap(\.goals)).write(to: settings.output)
        GoalTable(results, against: earlier).show()
        print("stored in \(settings.output)")
        if results.contains(where: \.isShort) { Measure.miss() }
    }

    /// Runs a benchmark and shows its output as it appears.
    private static func result(of name: String) throws -> BenchResult {
        print("bench \(name)")
        fflush(nil)
        // The disk may still have to write what another benchmark has left, for which this one would wait.
        sync()
        guard let pipe = popen("'\(try BenchFiles.program())' \(name)", "r") else {
            throw SystemError.last("popen", name)
        }
        var goals: [BenchGoal] = []
        while let line = line(of: pipe) {
            print(line)
            fflush(nil)
            if let goal = BenchGoal(line: line) { goals.append(goal) }
        }
        // The status of a program that exits is in the second byte, see wait(2).
        let status = pclose(pipe) >> 8
        return BenchResult(name: name, goals: goals, status: status)
    }

    private static func line(of pipe: UnsafeMutablePointer<FILE>) -> String? {
        var room: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(room) }
        guard getline(&room, &size, pipe) >= 0, let room else { return nil }
        return String(String(cString: room).prefix { $0 != "\n" })
    }
}
