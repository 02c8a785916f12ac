/// The effect of the operators with one upstream on a forecast.
extension FuzzForecast {
    func after(_ step: FuzzStep) -> FuzzForecast {
        switch step {
        case .map(let number): mapped { $0 &+ number }
        case .filter(let number), .compactMap(let number): filtered { $0 % 3 != number % 3 }
        case .fused(let number):
            mapped { $0 &+ number }.filtered { $0 % 3 != 0 }.mapped { $0 &* 2 }.filtered { $0 % 5 != 1 }
        case .scan: known == .exactly || known == .atMost ? folded() : .nothing(end)
        case .removeDuplicates: deduplicated()
        case .tryMap(let number): throwing(at: number)
        case .prefix(let count): first(count)
        case .first: first(1)
        case .output(let low, let high): first(high + 1).without(low)
        case .dropFirst(let count): without(count)
        case .last: lastOnly()
        case .prefixWhile(let number): first { $0 < number }
        case .dropWhile(let number): without { $0 < number }
        case .collect, .reduce: summed()
        case .collectByCount(let count): chunked(count)
        case .ignoreOutput: agreed(end) ? with(.exactly, [], end) : .nothing(end)
        case .replaceEmpty(let number): filled(number)
        case .replaceError(let number):
            recovered(FuzzForecast(known: .exactly, values: [number], end: .finished))
        case .retry(let count), .retryLater(let count): repeated(count)
        case .append(let number):
            followed(FuzzForecast(known: .exactly, values: [number, number + 1], end: .finished))
        case .prepend(let number):
            FuzzForecast(known: .exactly, values: [number, number + 1], end: .finished).followed(self)
        case .measureInterval: mapped { _ in 0 }
        case .assertNoFailure:
            recovered(FuzzForecast(known: .exactly, values: [7], end: .finished))
        default: afterKeeping(step)
        }
    }

    /// The effect of the operators that share, buffer or need a clock.
    private func afterKeeping(_ step: FuzzStep) -> FuzzForecast {
        switch step {
        case .share, .multicast, .debounce: .nothing(end)
        case .throttle(_, let latest): throttled(latest)
        case .collectByTime(_, let count): grouped(count)
        case .shareReplay(let count): kept(max(count, 1), isShared: true)
        case .bufferAll, .bufferKeepFull: overtaken
        case .bufferDropOldest(let size): kept(size, isShared: false)
        case .bufferDropNewest(let size): isWhole && values.count <= size ? overtaken : .nothing(end)
        case .bufferFailing(let size):
            isWhole && values.count <= size
                ? overtaken : .nothing(end == .failed ? .failed : possible(end))
        default: self
        }
    }

    /// Returns groups of values: single ones, or groups of which the first may be smaller than `count`.
    private func grouped(_ count: Int) -> FuzzForecast {
        if count == 1 { return overtaken }
        if known == .exactly, values.isEmpty || values.count == 1 && end == .finished { return self }
        return .nothing(end)
    }

    /// Returns the newest value, which is delivered at the end of the interval.
    private func throttled(_ latest: Bool) -> FuzzForecast {
        let isKnown = known == .exactly || known == .lastly && !values.isEmpty
        guard latest && isKnown || known == .exactly && values.count < 2,
            end == .finished || end == .never
        else { return .nothing(end) }
        return with(values.isEmpty ? .exactly : .lastly, values.suffix(1), end)
    }

    private func with(_ known: Known, _ values: [Int], _ end: End) -> FuzzForecast {
        FuzzForecast(known: known, values: values, end: end, repeats: repeats)
    }

    private func agreed(_ end: End) -> Bool { end != .either && end != .unknown }

    /// Returns an end that may come earlier as a finish or a failure.
    private func possible(_ end: End) -> End { end == .never || end == .unknown ? .unknown : .either }

    private func filtered(_ isIncluded: (Int) -> Bool) -> FuzzForecast {
        with(known, values.filter(isIncluded), end)
    }

    private func folded() -> FuzzForecast {
        var sum = 0
        return mapped {
            sum &+= $0
            return sum
        }
    }

    private func deduplicated() -> FuzzForecast {
        guard known != .inAnyOrder else { return .nothing(end) }
        let kept = values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }
        return with(known, kept, end)
    }

    private func throwing(at number: Int) -> FuzzForecast {
        let before = Array(values.prefix { $0 != number })
        let throwsSurely = before.count < values.count
        switch known {
        case .exactly: return throwsSurely ? with(.exactly, before, .failed) : self
        case .inAnyOrder: return throwsSurely ? .nothing(.failed) : self
        case .lastly, .nothing:
            return .nothing(throwsSurely ? .failed : end == .failed ? .failed : possible(end))
        case .atMost: return with(.atMost, before, end)
        }
    }

    private func first(_ count: Int) -> FuzzForecast {
        switch known {
        case .exactly where values.count >= count:
            with(.exactly, Array(values.prefix(count)), .finished)
        case .inAnyOrder where values.count >= count:
            count == 0 ? with(.exactly, [], .finished) : .nothing(.finished)
        case .exactly, .inAnyOrder: self
        case .atMost: with(.atMost, Array(values.prefix(count)), possible(end))
        case .lastly, .nothing: .nothing(cut(end))
        }
    }

    /// Returns the end of a graph that may finish early.
    private func cut(_ end: End) -> End { end == .finished ? .finished : possible(end) }

    private func without(_ count: Int) -> FuzzForecast {
        if count == 0 { return self }
        switch known {
        case .exactly, .atMost: return with(known, Array(values.dropFirst(count)), end)
        default: return .nothing(end)
        }
    }

    private func lastOnly() -> FuzzForecast {
        if end == .failed || end == .never { return with(.exactly, [], end) }
        guard end == .finished else { return .nothing(end) }
        if known == .exactly || known == .lastly && !values.isEmpty {
            return with(.exactly, Array(values.suffix(1)), .finished)
        }
        return .nothing(end)
    }

    private func first(while isIncluded: (Int) -> Bool) -> FuzzForecast {
        let kept = Array(values.prefix(while: isIncluded))
        let isAll = kept.count == values.count
        switch known {
        case .exactly: return isAll ? self : with(.exactly, kept, .finished)
        case .inAnyOrder: return isAll ? self : .nothing(.finished)
        case .atMost: return isAll ? self : with(.atMost, kept, possible(end))
        case .lastly, .nothing: return .nothing(cut(end))
        }
    }

    private func without(while isDropped: (Int) -> Bool) -> FuzzForecast {
        switch known {
        case .exactly, .atMost, .lastly: with(known, Array(values.drop(while: isDropped)), end)
        case .inAnyOrder: values.allSatisfy(isDropped) ? with(.exactly, [], end) : .nothing(end)
        case .nothing: .nothing(end)
        }
    }

    private func summed() -> FuzzForecast {
        if end == .failed || end == .never { return with(.exactly, [], end) }
        guard isWhole, end == .finished else { return .nothing(end) }
        return with(.exactly, [values.reduce(0, &+)], .finished)
    }

    private func chunked(_ count: Int) -> FuzzForecast {
        if count == 1 { return self }
        guard known == .exactly || known == .atMost && end == .failed else { return .nothing(end) }
        let starts = stride(from: 0, to: values.count, by: count)
        let chunks = starts.map { values[$0..<min($0 + count, values.count)] }
        let full = chunks.filter { $0.count == count || end == .finished && known == .exactly }
        return with(known, full.map { $0.reduce(0, &+) }, end)
    }

    private func filled(_ number: Int) -> FuzzForecast {
        if isWhole { return values.isEmpty && end == .finished ? with(.exactly, [number], end) : self }
        return values.isEmpty && known != .atMost || !agreed(end) ? .nothing(end) : self
    }

    private func repeated(_ count: Int) -> FuzzForecast {
        if end == .finished || end == .never || count == 0 { return self }
        guard end == .failed, repeats else { return .nothing(.unknown) }
        guard known == .exactly else { return .nothing(.failed) }
        return with(.exactly, Array(repeatElement(values, count: count + 1).joined()), .failed)
    }

    /// Returns what remains of a buffer of the newest values.
    private func kept(_ size: Int, isShared: Bool) -> FuzzForecast {
        var result = overtaken
        if isShared { result.repeats = repeats && values.count < size && isWhole }
        if isWhole, values.count <= size { return result }
        guard end == .finished || end == .never, known == .exactly || known == .lastly else {
            return .nothing(end)
        }
        result.known = .lastly
        result.values = Array(values.suffix(size))
        return result
    }
}
