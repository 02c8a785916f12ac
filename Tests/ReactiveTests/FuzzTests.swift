import Glibc
import Reactive
import Testing

/// Random graphs of all operators, with random demand, re-entrant sends and cancellations, obey the rules:
/// whatever is requested and available is delivered.
@Suite struct FuzzTests {
    /// The number of graphs, `ALMANAC_GRAPHS`.
    private static let count = number("ALMANAC_GRAPHS") ?? 10_000

    /// The seed of the first graph, `ALMANAC_SEED`; graph n has the seed that is n more.
    private static let seed = number("ALMANAC_SEED") ?? 1

    private static let parts = 8

    private static func number(_ variable: String) -> Int? {
        getenv(variable).flatMap { Int(String(cString: $0)) }
    }

    @Test(arguments: 0..<parts)
    func `random graphs deliver what is requested and available`(part: Int) {
        var findings = 0
        for index in stride(from: part, to: FuzzTests.count, by: FuzzTests.parts) where findings < 3 {
            if !check(UInt64(FuzzTests.seed + index)) { findings += 1 }
        }
        guard part == 0 else { return }
        print("\(FuzzTests.count) random graphs, seeds from \(FuzzTests.seed)")
    }

    /// Runs one graph; reports the smallest one that fails in the same way.
    private func check(_ seed: UInt64) -> Bool {
        var maker = FuzzMaker(seed: seed)
        let subject = maker.make()
        if FuzzRun.findings(subject).isEmpty { return true }
        let smallest = FuzzShrinker { !FuzzRun.findings($0).isEmpty }.shrink(subject)
        let findings = FuzzRun.findings(smallest).joined(separator: "; ")
        Issue.record("seed \(seed): \(findings)\n\(FuzzText(smallest).text)")
        return false
    }

    @Test func `a failing graph shrinks to a minimal one and prints as Swift`() {
        let subject = FuzzCase(
            graph: .joined(
                .merge, [.one(.scan, .one(.map(2), .source(0))), .nested(.flatMap(1), .source(1), [.fail])]),
            sources: [
                FuzzSource(kind: .tap, values: [1, 2, 3], end: .failed),
                FuzzSource(kind: .subject, values: [4], end: .never),
            ],
            initial: .max(3),
            answers: [.init(acts: [.release(source: 0, 1), .request(.max(1))], returned: .max(1))],
            acts: [.request(.max(2)), .release(source: 0, 2), .advance(3)], asksForAll: false, isMetered: true
        )
        let smallest = FuzzShrinker {
            let text = FuzzText($0).text
            return text.contains("source0.scan") && text.contains("source0.release(1)")
                && $0.sources[0].values.count > 1 && $0.acts.contains(.release(source: 0, 2))
        }.shrink(subject)
        #expect(FuzzText(smallest).text == FuzzTests.printed)
    }

    /// The statements of the next test.
    private static let printed = """
        let clock = ManualScheduler()
        let source0 = Tap([1, 2], end: .finished)
        let graph = source0.scan(0) { $0 &+ $1 }
        let seen = Recorder(.max(1))
        seen.onValue = { seen, _ in
            switch seen.values.count {
            case 1:
                source0.release(1)
                return .none
            default: return .none
            }
        }
        graph.subscribe(seen)
        source0.release(2)
        clock.advance(by: .milliseconds(100))
        source0.release(100)
        for _ in 0..<200 { seen.subscription?.request(.max(1)) }
        clock.advance(by: .seconds(10))
        """

    @Test func `a printed graph compiles`() {
        let clock = ManualScheduler()
        let source0 = Tap([1, 2], end: .finished)
        let graph = source0.scan(0) { $0 &+ $1 }
        let seen = Recorder(.max(1))
        seen.onValue = { seen, _ in
            switch seen.values.count {
            case 1:
                source0.release(1)
                return .none
            default: return .none
            }
        }
        graph.subscribe(seen)
        source0.release(2)
        clock.advance(by: .milliseconds(100))
        source0.release(100)
        for _ in 0..<200 { seen.subscription?.request(.max(1)) }
        clock.advance(by: .seconds(10))
        #expect(seen.events == [.subscription, .value(1), .value(3), .finished])
    }
}
