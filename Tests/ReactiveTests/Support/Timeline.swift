/// The reference model: a publisher as a list of its values with their times, and its completion.
///
/// Times are microseconds, and no two events of one graph share one, so the order is always clear.
struct Timeline: Equatable {
    struct Moment: Equatable {
        var time: Int64
        var value: Int
    }

    var values: [Moment]
    var end: Int64
    var fails: Bool
}

extension Timeline {
    func map(_ transform: (Int) -> Int) -> Timeline {
        var result = self
        result.values = values.map { Moment(time: $0.time, value: transform($0.value)) }
        return result
    }

    func filter(_ isIncluded: (Int) -> Bool) -> Timeline {
        var result = self
        result.values = values.filter { isIncluded($0.value) }
        return result
    }

    func scan(_ next: (Int, Int) -> Int) -> Timeline {
        var sum = 0
        return map {
            sum = next(sum, $0)
            return sum
        }
    }

    func removeDuplicates() -> Timeline {
        var last: Int?
        return filter { value in
            defer { last = value }
            return last != value
        }
    }

    func prefix(_ count: Int) -> Timeline {
        guard values.count >= count else { return self }
        let kept = Array(values.prefix(count))
        return Timeline(values: kept, end: kept.last?.time ?? 0, fails: false)
    }

    func dropFirst(_ count: Int) -> Timeline {
        var result = self
        result.values = Array(values.dropFirst(count))
        return result
    }

    func delay(_ time: Int64) -> Timeline {
        Timeline(
            values: values.map { Moment(time: $0.time + time, value: $0.value) }, end: end + time,
            fails: fails)
    }

    /// Returns the values that are followed by a quiet time; a value waiting at completion is dropped.
    func debounce(_ time: Int64) -> Timeline {
        var result = self
        result.values = values.indices.compactMap { index in
            let due = values[index].time + time
            let next = index + 1 < values.count ? values[index + 1].time : end
            return due < next && due < end ? Moment(time: due, value: values[index].value) : nil
        }
        return result
    }

    /// Replaces a failure by a value and a finish.
    func `catch`(_ value: Int) -> Timeline {
        guard fails else { return self }
        return Timeline(values: values + [Moment(time: end, value: value)], end: end, fails: false)
    }

    /// Returns the events before a moment, completed at that moment.
    func cut(at time: Int64, fails: Bool) -> Timeline {
        Timeline(values: values.filter { $0.time < time }, end: time, fails: fails)
    }

    static func merge(_ all: [Timeline]) -> Timeline {
        let values = all.flatMap(\.values).sorted { $0.time < $1.time }
        if let failure = all.filter(\.fails).map(\.end).min() {
            return Timeline(values: values, end: 0, fails: false).cut(at: failure, fails: true)
        }
        return Timeline(values: values, end: all.map(\.end).max() ?? 0, fails: false)
    }

    func combineLatest(_ other: Timeline) -> Timeline {
        let tagged = values.map { ($0, 0) } + other.values.map { ($0, 1) }
        var newest: [Int?] = [nil, nil]
        var result: [Moment] = []
        for (moment, side) in tagged.sorted(by: { $0.0.time < $1.0.time }) {
            newest[side] = moment.value
            if let left = newest[0], let right = newest[1] {
                result.append(Moment(time: moment.time, value: left &* 31 &+ right))
            }
        }
        var joined = Timeline.merge([self, other])
        joined.values = result.filter { !joined.fails || $0.time < joined.end }
        return joined
    }

    /// Completes as soon as one side has ended with nothing left to pair.
    func zip(_ other: Timeline) -> Timeline {
        let pairs = Swift.zip(values, other.values).map {
            Moment(time: max($0.time, $1.time), value: $0.value &* 31 &+ $1.value)
        }
        let finishes = [self, other].filter { !$0.fails && $0.values.count == pairs.count }
            .map { max($0.end, pairs.last?.time ?? 0) }
        let failures = [self, other].filter(\.fails).map(\.end)
        let finish = finishes.min() ?? .max
        let failure = failures.min() ?? .max
        let all = Timeline(values: pairs, end: finish, fails: false)
        return failure < finish ? all.cut(at: failure, fails: true) : all
    }

    /// Maps each value to two, after two delays; with `switching`, a newer value cancels those of the
    /// previous one.
    func expand(_ first: Int64, _ second: Int64, switching: Bool) -> Timeline {
        let inner = values.indices.map { index in
            let start = values[index]
            let both = [
                Moment(time: start.time + first, value: start.value),
                Moment(time: start.time + second, value: start.value &+ 1),
            ]
            let all = Timeline(values: both, end: start.time + second, fails: false)
            guard switching, index + 1 < values.count, values[index + 1].time < all.end else { return all }
            return all.cut(at: values[index + 1].time, fails: false)
        }
        let outer = Timeline(values: [], end: end, fails: fails)
        return Timeline.merge(inner + [outer])
    }
}
