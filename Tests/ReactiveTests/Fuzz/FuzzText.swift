/// Prints a case as Swift source, with the types of the tests.
struct FuzzText {
    private let subject: FuzzCase

    init(_ subject: FuzzCase) { self.subject = subject }

    /// The statements that run the case.
    var text: String {
        (setup + answers + ["graph.subscribe(seen)"] + subject.acts.map(statement) + ending)
            .joined(separator: "\n")
    }

    private var used: [Int] {
        let acts = subject.acts + subject.answers.flatMap(\.acts)
        let released = acts.compactMap { act in
            if case .release(let source, _) = act { source } else { nil }
        }
        let subjects = subject.graph.switchesSubjects ? self.subjects : []
        return subject.graph.sources.union(released).union(subjects).sorted()
    }

    /// The passthrough subjects.
    private var subjects: [Int] {
        subject.sources.indices.filter { subject.sources[$0].kind == .subject }
    }

    private var setup: [String] {
        ["let clock = ManualScheduler()"]
            + used.map { "let source\($0) = \(FuzzText.text(subject.sources[$0]))" }
            + (subject.graph.switchesSubjects
                ? [
                    "let subjects = [\(subjects.map { "source\($0).passthrough!" }.joined(separator: ", "))]"
                ] : [])
            + [
                "let graph = \(subject.graph.text)",
                "let seen = Recorder(\(FuzzText.text(subject.initial)))",
            ]
    }

    private var answers: [String] {
        if subject.answers.isEmpty { return [] }
        let cases = subject.answers.enumerated().map { index, answer in
            let acts = answer.acts.filter { if case .advance = $0 { false } else { true } }
            let lines = acts.map(statement) + ["return \(FuzzText.text(answer.returned))"]
            return "    case \(index + 1):\n" + lines.map { "        \($0)" }.joined(separator: "\n")
        }
        return ["seen.onValue = { seen, _ in", "    switch seen.values.count {"] + cases
            + ["    default: return .none", "    }", "}"]
    }

    private var ending: [String] {
        let releases = used.filter { subject.sources[$0].kind != .sequence }.map {
            "source\($0).release(100)"
        }
        let requests =
            subject.asksForAll
            ? "seen.subscription?.request(.unlimited)"
            : "for _ in 0..<200 { seen.subscription?.request(.max(1)) }"
        return ["clock.advance(by: .milliseconds(100))"]
            + (subject.asksForAll ? [requests] + releases : releases + [requests])
            + ["clock.advance(by: .seconds(10))"]
    }

    private func statement(_ act: FuzzCase.Act) -> String {
        switch act {
        case .request(let wish): "seen.subscription?.request(\(FuzzText.text(wish)))"
        case .release(let source, let count):
            subject.sources[source].kind == .sequence
                ? "// source\(source) is a sequence" : "source\(source).release(\(count))"
        case .advance(let time): "clock.advance(by: .milliseconds(\(time)))"
        case .cancel: "seen.subscription?.cancel()"
        }
    }

    private static func text(_ wish: FuzzCase.Wish) -> String {
        switch wish {
        case .none: ".none"
        case .max(let count): ".max(\(count))"
        case .huge: ".max(.max)"
        case .unlimited: ".unlimited"
        }
    }

    private static func text(_ source: FuzzSource) -> String {
        let sequence = "Publishers.Sequence<[Int], TestError>(sequence: \(source.values))"
        return switch (source.kind, source.end) {
        case (.tap, _): "Tap(\(source.values), end: .\(source.end))"
        case (.subject, _): "Hose(PassthroughSubject(), \(source.values), end: .\(source.end))"
        case (.state, _): "Hose(CurrentValueSubject(-1), \(source.values), end: .\(source.end))"
        case (.sequence, .finished): sequence
        case (.sequence, .failed): "\(sequence).append(Fail(error: .oops))"
        case (.sequence, .never): "\(sequence).append(Empty(completeImmediately: false))"
        }
    }
}

extension FuzzNode {
    /// The publisher as a Swift expression.
    var text: String {
        switch self {
        case .source(let index): "source\(index)"
        case .just(let value): "Just(\(value)).setFailureType(to: TestError.self)"
        case .empty(let completes): "Empty<Int, TestError>(completeImmediately: \(completes))"
        case .fail: "Fail<Int, TestError>(error: .oops)"
        case .one(let step, let upstream): "\(upstream.text).\(step.text)"
        case .joined(let joint, let all): joint.text(all[0].text, all[1].text)
        case .nested(let nesting, let outer, let inner):
            nesting.text(
                outer.text, inner.map { "\($0.text).eraseToAnyPublisher()" }.joined(separator: ", "),
                inner.count)
        }
    }
}

extension FuzzJoint {
    fileprivate func text(_ left: String, _ right: String) -> String {
        let both = "[\(left).eraseToAnyPublisher(), \(right).eraseToAnyPublisher()]"
        return switch self {
        case .merge: "Publishers.Merge(\(left), \(right))"
        case .mergeMany: "\(both).merge()"
        case .combineLatest: "\(left).combineLatest(\(right)) { $0 &* 10 &+ $1 }"
        case .coalesced: "\(left).combineLatest(\(right), coalescedBy: clock).map { $0 &* 10 &+ $1 }"
        case .combineLatestMany: "\(both).combineLatest().map { $0[0] &* 10 &+ $0[1] }"
        case .zip: "\(left).zip(\(right)) { $0 &* 10 &+ $1 }"
        case .append: "\(left).append(\(right))"
        case .prepend: "\(right).prepend(\(left))"
        case .catching: "\(left).catch { _ in \(right) }"
        case .prefixUntil: "\(left).prefix(untilOutputFrom: \(right))"
        case .dropUntil: "\(left).drop(untilOutputFrom: \(right))"
        }
    }
}

extension FuzzNesting {
    fileprivate func text(_ outer: String, _ inner: String, _ count: Int) -> String {
        let choice = "[\(inner)][abs($0 % \(count))]"
        return switch self {
        case .flatMap(nil): "\(outer).flatMap { \(choice) }"
        case .flatMap(let limit?): "\(outer).flatMap(maxPublishers: .max(\(limit))) { \(choice) }"
        case .switchToLatest: "\(outer).map { \(choice) }.switchToLatest()"
        case .switchSubjects: "\(outer).map { subjects[abs($0 % subjects.count)] }.switchToLatest()"
        case .combineLatestEach:
            "\(outer).map { [$0, $0 + 1] }.combineLatest { \(choice) }.map { $0.values.reduce(0, &+) }"
        }
    }
}
