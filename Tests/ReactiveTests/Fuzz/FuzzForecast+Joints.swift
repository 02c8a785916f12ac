/// The effect of the operators with several upstreams on their forecasts.
extension FuzzForecast {
    /// Returns the forecast of two consecutive publishers.
    func followed(_ next: FuzzForecast) -> FuzzForecast {
        switch end {
        case .failed, .never: return self
        case .either, .unknown: return .nothing(.unknown)
        case .finished: break
        }
        var result = next
        result.repeats = repeats && next.repeats
        result.values = values + next.values
        switch (known, next.known) {
        case (.exactly, .exactly), (.exactly, .atMost): return result
        case (_, .exactly) where !isWhole, (_, .lastly):
            result.known = .lastly
            result.values = (known == .lastly && next.known == .exactly ? values : []) + next.values
        case (.exactly, .inAnyOrder), (.inAnyOrder, .exactly), (.inAnyOrder, .inAnyOrder):
            result.known = .inAnyOrder
        default: return .nothing(next.end)
        }
        return result
    }

    /// Returns the forecast if another publisher follows a failure.
    func recovered(_ next: FuzzForecast) -> FuzzForecast {
        switch end {
        case .finished, .never: return self
        case .either, .unknown:
            return .nothing(end == .either && next.end == .finished ? .finished : .unknown)
        case .failed: break
        }
        var first = self
        first.end = .finished
        if known == .atMost { first.known = .nothing }
        return first.followed(next)
    }

    /// Returns how a graph ends that waits for all of several, and fails with any.
    static func endOfAll(_ ends: [End]) -> End {
        if ends.contains(.failed) { return .failed }
        if ends.contains(.unknown) { return .unknown }
        if ends.contains(.either) { return ends.contains(.never) ? .unknown : .either }
        return ends.contains(.never) ? .never : .finished
    }

    static func merged(_ all: [FuzzForecast]) -> FuzzForecast {
        let end = endOfAll(all.map(\.end))
        guard end == .finished || end == .never, all.allSatisfy(\.isWhole) else { return .nothing(end) }
        return FuzzForecast(
            known: .inAnyOrder, values: all.flatMap(\.values), end: end,
            repeats: all.allSatisfy(\.repeats))
    }

    func combined(_ other: FuzzForecast) -> FuzzForecast {
        let end = FuzzForecast.endOfAll([end, other.end])
        guard end == .finished || end == .never else { return .nothing(end) }
        if known == .exactly && values.isEmpty || other.known == .exactly && other.values.isEmpty {
            return FuzzForecast(known: .exactly, values: [], end: end, repeats: repeats && other.repeats)
        }
        guard let left = newest, let right = other.newest else { return .nothing(end) }
        return FuzzForecast(
            known: .lastly, values: [left &* 10 &+ right], end: end, repeats: repeats && other.repeats)
    }

    /// The last value, if it is known.
    private var newest: Int? { known == .exactly || known == .lastly ? values.last : nil }

    func zipped(_ other: FuzzForecast) -> FuzzForecast {
        let ends = [end, other.end]
        guard known == .exactly, other.known == .exactly,
            ends.allSatisfy({ $0 == .finished || $0 == .never })
        else { return .nothing(.unknown) }
        let pairs = zip(values, other.values).map { $0 &* 10 &+ $1 }
        let isDone = [self, other].contains { $0.end == .finished && $0.values.count == pairs.count }
        return FuzzForecast(
            known: .exactly, values: pairs, end: isDone ? .finished : .never,
            repeats: repeats && other.repeats)
    }

    /// Returns the forecast of `flatMap` with one inner publisher at a time.
    func flattened(_ inner: (Int) -> FuzzForecast) -> FuzzForecast {
        guard known == .exactly, end == .finished || end == .never else { return .nothing(.unknown) }
        var result = FuzzForecast(known: .exactly, values: [], end: .finished, repeats: repeats)
        for value in values {
            result = result.followed(inner(value))
            if result.end == .failed { return result.overtaken }
            if result.end == .either { return .nothing(.unknown) }
            if result.end != .finished { return result }
        }
        result.end = end
        return result
    }

    /// Returns the forecast of `flatMap` with several inner publishers at the same time.
    func spread(_ isLimited: Bool, _ inner: (Int) -> FuzzForecast) -> FuzzForecast {
        guard isWhole, end == .finished || end == .never else { return .nothing(.unknown) }
        let all = values.map(inner)
        if isLimited, all.contains(where: { $0.end != .finished }) { return .nothing(.unknown) }
        var result = FuzzForecast.merged(all)
        result.end = FuzzForecast.endOfAll(all.map(\.end) + [end])
        result.repeats = result.repeats && repeats
        return result
    }

    func switched(_ inner: (Int) -> FuzzForecast, canFail: Bool) -> FuzzForecast {
        guard end == .finished || end == .never else { return .nothing(.unknown) }
        if known == .exactly, values.isEmpty { return self }
        guard !canFail, let newest else { return .nothing(.unknown) }
        var last = inner(newest)
        if last.end == .finished { last.end = end }
        guard last.known == .exactly || last.known == .lastly else { return .nothing(last.end) }
        last.known = .lastly
        last.repeats = last.repeats && repeats
        return last
    }
}

extension FuzzNode {
    /// Returns what this graph must deliver.
    func forecast(_ sources: [FuzzSource]) -> FuzzForecast {
        switch self {
        case .source(let index): return sources[index].forecast
        case .just(let value): return FuzzForecast(known: .exactly, values: [value], end: .finished)
        case .empty(let completes):
            return FuzzForecast(known: .exactly, values: [], end: completes ? .finished : .never)
        case .fail: return FuzzForecast(known: .exactly, values: [], end: .failed)
        case .one(let step, let upstream): return upstream.forecast(sources).after(step)
        case .joined(let joint, let upstreams):
            return joint.forecast(upstreams.map { $0.forecast(sources) })
        case .nested(let nesting, let outer, let inner):
            return nesting.forecast(outer.forecast(sources), inner.map { $0.forecast(sources) })
        }
    }
}

extension FuzzSource {
    var forecast: FuzzForecast {
        let known: FuzzForecast.End = end == .finished ? .finished : end == .failed ? .failed : .never
        if kind == .subject || kind == .state { return .nothing(known) }
        return FuzzForecast(known: .exactly, values: values, end: known)
    }
}

extension FuzzJoint {
    fileprivate func forecast(_ all: [FuzzForecast]) -> FuzzForecast {
        switch self {
        case .merge, .mergeMany: .merged(all)
        case .combineLatest, .coalesced, .combineLatestMany: all[0].combined(all[1])
        case .zip: all[0].zipped(all[1])
        case .append, .prepend: all[0].followed(all[1])
        case .catching: all[0].recovered(all[1])
        case .prefixUntil, .dropUntil: .nothing(.unknown)
        }
    }
}

extension FuzzNesting {
    fileprivate func forecast(_ outer: FuzzForecast, _ inner: [FuzzForecast]) -> FuzzForecast {
        let choose: (Int) -> FuzzForecast = { inner[abs($0 % inner.count)] }
        switch self {
        case .flatMap(1): return outer.flattened(choose)
        case .flatMap(let count): return outer.spread(count != nil, choose)
        case .switchToLatest:
            let canFail = inner.contains { $0.end != .finished && $0.end != .never }
            return outer.switched(choose, canFail: canFail)
        case .combineLatestEach, .switchSubjects: return .nothing(.unknown)
        }
    }
}
