import Reactive
import Testing

/// Random graphs of operators behave like a simple model of timed lists.
@Suite struct GraphTests {
    /// Returns the events that a graph publishes, with their times.
    private func run(_ stream: Graph.Stream, _ clock: ManualScheduler) -> (events: Timeline, isOver: Bool) {
        var seen = Timeline(values: [], end: 0, fails: false)
        var isOver = false
        let sink = stream.sink { completion in
            isOver = true
            seen.end = clock.now.microseconds
            if case .failure = completion { seen.fails = true }
        } receiveValue: {
            seen.values.append(.init(time: clock.now.microseconds, value: $0))
        }
        clock.run()
        sink.cancel()
        return (seen, isOver)
    }

    @Test(arguments: 0..<10)
    func `thousands of random graphs publish what the model predicts`(batch: UInt64) {
        let first = UInt64.random(in: 0..<1 << 40)
        for seed in (first + batch * 1_000)..<(first + batch * 1_000 + 400) {
            let clock = ManualScheduler()
            var graph = Graph(seed: seed, clock: clock)
            let before = LiveSubscriptions.count
            let (stream, model) = graph.make(depth: 5)
            let (seen, isOver) = run(stream, clock)
            #expect(isOver && seen == model, "seed \(seed): \(graph.text)")
            #expect(LiveSubscriptions.count == before, "seed \(seed) leaks: \(graph.text)")
        }
    }

    @Test func `a graph cancelled at a random moment publishes a prefix of its output`() {
        var generator = SplitMix(seed: 7)
        for seed in UInt64(0)..<500 {
            let clock = ManualScheduler()
            var graph = Graph(seed: seed, clock: clock)
            let before = LiveSubscriptions.count
            let (stream, model) = graph.make(depth: 5)
            let end = Int64.random(in: 1...max(model.end, 1), using: &generator)
            var seen: [Int] = []
            let sink = stream.sink(receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
            clock.advance(to: LoopTime(microseconds: end))
            sink.cancel()
            #expect(LiveSubscriptions.count == before, "seed \(seed) leaks: \(graph.text)")
            clock.run()
            let expected = model.values.filter { $0.time <= end }.map(\.value)
            #expect(seen == expected, "seed \(seed): \(graph.text)")
        }
    }
}
