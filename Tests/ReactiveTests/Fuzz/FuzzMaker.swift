/// Makes random cases from a seed.
struct FuzzMaker {
    private var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(seed: seed) }

    mutating func make() -> FuzzCase {
        let sources = (0...chance(3)).map { _ in source() }
        return FuzzCase(
            graph: node(depth: 2 + chance(3), sources.count), sources: sources, initial: wish(),
            answers: (0..<chance(5)).map { _ in answer(sources.count) },
            acts: (0..<chance(7)).map { _ in act(sources.count) }, asksForAll: chance(2) == 0,
            isMetered: chance(2) == 0)
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func source() -> FuzzSource {
        let kinds: [FuzzSource.Kind] = [
            .sequence, .sequence, .tap, .tap, .tap, .tap, .subject, .state,
        ]
        let ends: [FuzzSource.End] = [
            .finished, .finished, .finished, .finished, .finished, .finished, .failed, .never,
        ]
        let values = (0..<1 + chance(5)).map { _ in chance(6) }
        return FuzzSource(
            kind: kinds[chance(kinds.count)], values: values, end: ends[chance(ends.count)])
    }

    private mutating func wish() -> FuzzCase.Wish {
        switch chance(10) {
        case 0..<3: .none
        case 3..<8: .max(1 + chance(3))
        case 8: .unlimited
        default: .huge
        }
    }

    private mutating func answer(_ sources: Int) -> FuzzCase.Answer {
        FuzzCase.Answer(
            acts: (0..<chance(4)).map { _ in act(sources) }, returned: chance(2) == 0 ? .max(1) : wish())
    }

    private mutating func act(_ sources: Int) -> FuzzCase.Act {
        switch chance(16) {
        case 0..<5:
            let wish = wish()
            return .request(wish == .none ? .max(1) : wish)
        case 5..<12: return .release(source: chance(sources), 1 + chance(3))
        case 12..<15: return .advance(1 + chance(30))
        default: return .cancel
        }
    }

    private mutating func node(depth: Int, _ sources: Int) -> FuzzNode {
        if depth == 0 || chance(8) == 0 { return leaf(sources) }
        switch chance(5) {
        case 0..<2: return .one(step(), node(depth: depth - 1, sources))
        case 2..<4:
            let joints: [FuzzJoint] = [
                .merge, .merge, .mergeMany, .combineLatest, .combineLatest, .coalesced, .combineLatestMany,
                .zip,
                .zip, .append, .append, .prepend, .catching, .catching, .prefixUntil, .dropUntil,
            ]
            return .joined(
                joints[chance(joints.count)],
                [node(depth: depth - 1, sources), node(depth: depth - 1, sources)])
        default:
            if chance(6) == 0 { return .nested(.switchSubjects, node(depth: depth - 1, sources), []) }
            let inner = (0...chance(2)).map { _ in node(depth: max(0, depth - 2), sources) }
            return .nested(nesting(), node(depth: depth - 1, sources), inner)
        }
    }

    private mutating func leaf(_ sources: Int) -> FuzzNode {
        switch chance(10) {
        case 0: .just(chance(6))
        case 1: chance(3) == 0 ? .fail : .empty(completes: chance(4) > 0)
        default: .source(chance(sources))
        }
    }

    private mutating func nesting() -> FuzzNesting {
        switch chance(7) {
        case 0..<2: .flatMap(nil)
        case 2..<4: .flatMap(1 + chance(2))
        case 4..<6: .switchToLatest
        default: .combineLatestEach
        }
    }

    private mutating func step() -> FuzzStep {
        let number = chance(4)
        let steps: [FuzzStep] = [
            .map(number), .filter(number), .compactMap(number), .scan, .removeDuplicates,
            .tryMap(number + 2),
            .mapError, .prefix(number), .dropFirst(number), .output(number, number + 1), .first, .last,
            .prefixWhile(number + 1), .dropWhile(number), .collect, .collectByCount(number + 1), .reduce,
            .ignoreOutput, .replaceEmpty(number), .replaceError(number), .retry(number % 3),
            .retryLater(number % 3), .append(number), .prepend(number), .share, .shareReplay(number * 4),
            .multicast, .bufferAll, .bufferKeepFull(number + 1), .bufferDropOldest(number + 1),
            .bufferDropNewest(number + 1), .bufferFailing(number + 1), .delay(number * 7), .receiveOn,
            .debounce(number * 7 + 1), .throttle(number * 7 + 1, latest: number % 2 == 0), .timeout,
            .collectByTime(number * 7 + 1, count: number + 1), .measureInterval, .assertNoFailure,
            .handleEvents, .print, .erase, .deferred, .fused(number), .fused(number + 1),
        ]
        return steps[chance(steps.count)]
    }
}
