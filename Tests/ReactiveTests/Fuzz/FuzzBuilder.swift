import Reactive

/// Builds the publishers of a graph.
struct FuzzBuilder {
    typealias Stream = AnyPublisher<Int, TestError>

    let clock: ManualScheduler
    let ledger: FuzzLedger
    let taps: [FuzzTap]
    let isMetered: Bool

    func build(_ node: FuzzNode) -> Stream {
        switch node {
        case .source(let index): metered(taps[index].stream, "source\(index)")
        case .just(let value): Just(value).setFailureType(to: TestError.self).eraseToAnyPublisher()
        case .empty(let completes): Empty(completeImmediately: completes).eraseToAnyPublisher()
        case .fail: Fail(error: .oops).eraseToAnyPublisher()
        case .one(let step, let upstream):
            metered(FuzzSteps(clock: clock).apply(step, build(upstream)), "\(step)")
        case .joined(let joint, let upstreams): joined(joint, upstreams.map(build))
        case .nested(let nesting, let outer, let inner): nested(nesting, build(outer), inner)
        }
    }

    private func metered(_ stream: Stream, _ name: String, isSerial: Bool = false) -> Stream {
        guard isMetered else { return stream }
        return Meter(upstream: stream, name: name, isSerial: isSerial, ledger: ledger)
            .eraseToAnyPublisher()
    }

    private func joined(_ joint: FuzzJoint, _ all: [Stream]) -> Stream {
        let (left, right) = (all[0], all[1])
        let name = "\(joint)"
        switch joint {
        case .merge:
            return metered(Publishers.Merge(left, right).eraseToAnyPublisher(), name, isSerial: true)
        case .mergeMany: return metered(all.merge().eraseToAnyPublisher(), name, isSerial: true)
        case .combineLatest:
            let both = left.combineLatest(right) { $0 &* 10 &+ $1 }.eraseToAnyPublisher()
            return metered(both, name, isSerial: true)
        case .coalesced:
            let both = left.combineLatest(right, coalescedBy: clock).map { $0 &* 10 &+ $1 }
            return metered(both.eraseToAnyPublisher(), name, isSerial: true)
        case .combineLatestMany:
            let both = all.combineLatest().map { $0[0] &* 10 &+ $0[1] }.eraseToAnyPublisher()
            return metered(both, name, isSerial: true)
        case .zip:
            return metered(left.zip(right) { $0 &* 10 &+ $1 }.eraseToAnyPublisher(), name, isSerial: true)
        case .append: return metered(left.append(right).eraseToAnyPublisher(), name)
        case .prepend: return metered(right.prepend(left).eraseToAnyPublisher(), name)
        case .catching: return metered(left.catch { _ in right }.eraseToAnyPublisher(), name)
        case .prefixUntil:
            return metered(left.prefix(untilOutputFrom: right).eraseToAnyPublisher(), name)
        case .dropUntil: return metered(left.drop(untilOutputFrom: right).eraseToAnyPublisher(), name)
        }
    }

    private func nested(_ nesting: FuzzNesting, _ outer: Stream, _ inner: [FuzzNode]) -> Stream {
        let choose: (Int) -> Stream = { build(inner[abs($0 % inner.count)]) }
        switch nesting {
        case .flatMap(let count):
            let limit = count.map(Subscribers.Demand.max) ?? .unlimited
            return metered(
                outer.flatMap(maxPublishers: limit, choose).eraseToAnyPublisher(), "flatMap", isSerial: true
            )
        case .switchToLatest:
            return metered(
                outer.map(choose).switchToLatest().eraseToAnyPublisher(), "switchToLatest", isSerial: true)
        case .switchSubjects:
            let subjects = taps.compactMap(\.subject)
            if subjects.isEmpty { return outer }
            let newest = outer.map { subjects[abs($0 % subjects.count)] }.switchToLatest()
            return metered(newest.eraseToAnyPublisher(), "switchSubjects", isSerial: true)
        case .combineLatestEach:
            let all = outer.map { [$0, $0 + 1] }.combineLatest(each: choose)
            return metered(
                all.map { $0.values.reduce(0, &+) }.eraseToAnyPublisher(), "combineLatestEach",
                isSerial: true
            )
        }
    }
}
