import Reactive

/// The examples in the comments of the operators, by their text.
struct MarbleExamples {
    static var all: [String: (MarbleExample) -> Void] {
        first.merging(second) { one, _ in one }.merging(overloads) { one, _ in one }
            .merging(measuring) { one, _ in one }
    }

    private static var measuring: [String: (MarbleExample) -> Void] {
        [
            "numbers.measureInterval(using: clock).map { $0.duration / .seconds(1) }": { m in
                m.record(m.numbers.measureInterval(using: m.clock).map { $0.duration / .seconds(1) })
            },
            "request.assertNoFailure()": { m in m.record(m.request.assertNoFailure()) },
            "numbers.map(\\.bitWidth, \\.nonzeroBitCount)": { m in
                m.record(m.numbers.map(\.bitWidth, \.nonzeroBitCount))
            },
            "numbers.map(\\.bitWidth, \\.nonzeroBitCount, \\.self)": { m in
                m.record(m.numbers.map(\.bitWidth, \.nonzeroBitCount, \.self))
            },
            "numbers.collect(.byTimeOrCount(clock, .seconds(3), 2))": { m in
                m.record(m.numbers.collect(.byTimeOrCount(m.clock, .seconds(3), 2)))
            },
        ]
    }

    private static var first: [String: (MarbleExample) -> Void] {
        [
            "numbers.append(8, 9)": { m in m.record(m.numbers.append(8, 9)) },
            "numbers.append([8, 9])": { m in m.record(m.numbers.append([8, 9])) },
            "numbers.append(other)": { m in m.record(m.numbers.append(m.other)) },
            "numbers.prepend(8, 9)": { m in m.record(m.numbers.prepend(8, 9)) },
            "numbers.prepend([8, 9])": { m in m.record(m.numbers.prepend([8, 9])) },
            "numbers.prepend(other)": { m in m.record(m.numbers.prepend(m.other)) },
            "numbers.multicast { PassthroughSubject() }.autoconnect()": { m in
                m.record(m.numbers.multicast { PassthroughSubject() }.autoconnect())
            },
            "numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)": { m in
                m.record(m.numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest))
            },
            "request.catch { _ in Just(0) }": { m in m.record(m.request.catch { _ in Just(0) }) },
            "numbers.collect()": { m in m.record(m.numbers.collect()) },
            "numbers.collect(2)": { m in m.record(m.numbers.collect(2)) },
            "numbers.combineLatest(other)": { m in m.record(m.numbers.combineLatest(m.other)) },
            "numbers.combineLatest(other) { $0 + $1 }": { m in
                m.record(m.numbers.combineLatest(m.other) { $0 + $1 })
            },
            "numbers.combineLatest(numbers.map { -$0 }, coalescedBy: clock)": { m in
                m.record(m.numbers.combineLatest(m.numbers.map { -$0 }, coalescedBy: m.clock))
            },
            "numbers.combineLatest(other, Just(0))": { m in
                m.record(m.numbers.combineLatest(m.other, Just(0)))
            },
            "numbers.combineLatest(other, Just(1)) { $0 + $1 + $2 }": { m in
                m.record(m.numbers.combineLatest(m.other, Just(1)) { $0 + $1 + $2 })
            },
            "numbers.combineLatest(other, Just(0), Just(9))": { m in
                m.record(m.numbers.combineLatest(m.other, Just(0), Just(9)))
            },
            "numbers.combineLatest(other, Just(1), Just(2)) { $0 + $1 + $2 + $3 }": { m in
                m.record(m.numbers.combineLatest(m.other, Just(1), Just(2)) { $0 + $1 + $2 + $3 })
            },
            "numbers.map { [$0] }.combineLatest { key in Just(key * 2) }": { m in
                m.record(m.numbers.map { [$0] }.combineLatest { key in Just(key * 2) })
            },
            "[numbers, other].combineLatest()": { m in m.record([m.numbers, m.other].combineLatest()) },
            "[numbers, other].merge()": { m in m.record([m.numbers, m.other].merge()) },
            "numbers.compactMap { $0 > 1 ? $0 * 2 : nil }": { m in
                m.record(m.numbers.compactMap { $0 > 1 ? $0 * 2 : nil })
            },
            "numbers.debounce(for: .seconds(2), scheduler: clock)": { m in
                m.record(m.numbers.debounce(for: .seconds(2), scheduler: m.clock))
            },
            "numbers.delay(for: .seconds(2), scheduler: clock)": { m in
                m.record(m.numbers.delay(for: .seconds(2), scheduler: m.clock))
            },
            "numbers.dropFirst()": { m in m.record(m.numbers.dropFirst()) },
            "numbers.drop(untilOutputFrom: other)": { m in m.record(m.numbers.drop(untilOutputFrom: m.other))
            },
            "numbers.drop { $0 < 2 }": { m in m.record(m.numbers.drop { $0 < 2 }) },
            "numbers.filter { $0 > 1 }": { m in m.record(m.numbers.filter { $0 > 1 }) },
            "numbers.first()": { m in m.record(m.numbers.first()) },
            "numbers.first { $0 > 1 }": { m in m.record(m.numbers.first { $0 > 1 }) },
            "numbers.flatMap { Just($0).delay(for: .seconds($0), scheduler: clock) }": { m in
                m.record(m.numbers.flatMap { Just($0).delay(for: .seconds($0), scheduler: m.clock) })
            },
            "numbers.handleEvents(receiveOutput: { print($0) })": { m in
                m.record(m.numbers.handleEvents(receiveOutput: { print($0) }))
            },
            "numbers.ignoreOutput()": { m in m.record(m.numbers.ignoreOutput()) },
            "numbers.last()": { m in m.record(m.numbers.last()) },
            "numbers.last { $0 < 3 }": { m in m.record(m.numbers.last { $0 < 3 }) },
            "numbers.map { $0 * 2 }": { m in m.record(m.numbers.map { $0 * 2 }) },
            "request.mapError { _ in TestError.oops }": { m in
                m.record(m.request.mapError { _ in TestError.oops })
            },
            "numbers.merge(with: other)": { m in m.record(m.numbers.merge(with: m.other)) },
            "numbers.merge(with: other, Just(0))": { m in m.record(m.numbers.merge(with: m.other, Just(0))) },
        ]
    }

    private static var second: [String: (MarbleExample) -> Void] {
        [
            "numbers.prefix(2)": { m in m.record(m.numbers.prefix(2)) },
            "numbers.output(at: 1)": { m in m.record(m.numbers.output(at: 1)) },
            "numbers.output(in: 1...2)": { m in m.record(m.numbers.output(in: 1...2)) },
            "numbers.prefix(untilOutputFrom: other)": { m in
                m.record(m.numbers.prefix(untilOutputFrom: m.other))
            },
            "numbers.prefix { $0 < 2 }": { m in m.record(m.numbers.prefix { $0 < 2 }) },
            "numbers.print(\"numbers\", to: log)": { m in m.record(m.numbers.print("numbers", to: m.log)) },
            "numbers.receive(on: clock)": { m in m.record(m.numbers.receive(on: m.clock)) },
            "numbers.reduce(0, +)": { m in m.record(m.numbers.reduce(0, +)) },
            "numbers.removeDuplicates()": { m in m.record(m.numbers.removeDuplicates()) },
            "numbers.removeDuplicates { $0 % 2 == $1 % 2 }": { m in
                m.record(m.numbers.removeDuplicates { $0 % 2 == $1 % 2 })
            },
            "numbers.replaceEmpty(with: 0)": { m in m.record(m.numbers.replaceEmpty(with: 0)) },
            "request.replaceError(with: 0)": { m in m.record(m.request.replaceError(with: 0)) },
            "numbers.map { $0 > 1 ? $0 : nil }.replaceNil(with: 0)": { m in
                m.record(m.numbers.map { $0 > 1 ? $0 : nil }.replaceNil(with: 0))
            },
            "request.retry(1)": { m in m.record(m.request.retry(1)) },
            "request.retry(.every(.seconds(2), times: 1), scheduler: clock)": { m in
                m.record(m.request.retry(.every(.seconds(2), times: 1), scheduler: m.clock))
            },
            "numbers.scan(0, +)": { m in m.record(m.numbers.scan(0, +)) },
            "numbers.share()": { m in m.record(m.numbers.share()) },
            "numbers.share(replay: 1)": { m in m.record(m.numbers.share(replay: 1)) },
            "numbers.setFailureType(to: TestError.self)": { m in
                m.record(m.numbers.setFailureType(to: TestError.self))
            },
            "numbers.map { Just($0).delay(for: .seconds(2), scheduler: clock) }.switchToLatest()": { m in
                m.record(
                    m.numbers.map { Just($0).delay(for: .seconds(2), scheduler: m.clock) }.switchToLatest())
            },
            "numbers.throttle(for: .seconds(3), scheduler: clock, latest: true)": { m in
                m.record(m.numbers.throttle(for: .seconds(3), scheduler: m.clock, latest: true))
            },
            "numbers.timeout(.seconds(2), scheduler: clock)": { m in
                m.record(m.numbers.timeout(.seconds(2), scheduler: m.clock))
            },
            "request.tryCatch { _ in Just(0) }": { m in m.record(m.request.tryCatch { _ in Just(0) }) },
            "numbers.tryCompactMap { try check($0) > 1 ? $0 : nil }": { m in
                m.record(m.numbers.tryCompactMap { try check($0) > 1 ? $0 : nil })
            },
            "numbers.tryDrop { try check($0) < 2 }": { m in m.record(m.numbers.tryDrop { try check($0) < 2 })
            },
            "numbers.tryFilter { try check($0) > 1 }": { m in
                m.record(m.numbers.tryFilter { try check($0) > 1 })
            },
            "numbers.tryFirst { try check($0) > 1 }": { m in
                m.record(m.numbers.tryFirst { try check($0) > 1 })
            },
            "numbers.tryLast { try check($0) > 1 }": { m in m.record(m.numbers.tryLast { try check($0) > 1 })
            },
            "numbers.tryMap { try check($0) * 2 }": { m in m.record(m.numbers.tryMap { try check($0) * 2 }) },
            "numbers.tryPrefix { try check($0) < 3 }": { m in
                m.record(m.numbers.tryPrefix { try check($0) < 3 })
            },
            "numbers.tryReduce(0) { try $0 + check($1) }": { m in
                m.record(m.numbers.tryReduce(0) { try $0 + check($1) })
            },
            "numbers.tryRemoveDuplicates { try $0 == check($1) }": { m in
                m.record(m.numbers.tryRemoveDuplicates { try $0 == check($1) })
            },
            "numbers.tryScan(0) { try $0 + check($1) }": { m in
                m.record(m.numbers.tryScan(0) { try $0 + check($1) })
            },
            "numbers.zip(other)": { m in m.record(m.numbers.zip(m.other)) },
            "numbers.zip(other) { $0 + $1 }": { m in m.record(m.numbers.zip(m.other) { $0 + $1 }) },
            "numbers.zip(other, Just(0))": { m in m.record(m.numbers.zip(m.other, Just(0))) },
            "numbers.zip(other, Just(1)) { $0 + $1 + $2 }": { m in
                m.record(m.numbers.zip(m.other, Just(1)) { $0 + $1 + $2 })
            },
            "numbers.zip(other, Just(0), Just(9))": { m in m.record(m.numbers.zip(m.other, Just(0), Just(9)))
            },
            "numbers.zip(other, Just(1), Just(2)) { $0 + $1 + $2 + $3 }": { m in
                m.record(m.numbers.zip(m.other, Just(1), Just(2)) { $0 + $1 + $2 + $3 })
            },
        ]
    }

    /// The same operators with more upstreams, and with a given subject.
    private static var overloads: [String: (MarbleExample) -> Void] {
        [
            "numbers.merge(with: other, Just(0), Just(9))": { m in
                m.record(m.numbers.merge(with: m.other, Just(0), Just(9)))
            },
            "numbers.merge(with: other, Just(0), Just(9), Just(7))": { m in
                m.record(m.numbers.merge(with: m.other, Just(0), Just(9), Just(7)))
            },
            "numbers.merge(with: other, Just(0), Just(9), Just(7), Just(6))": { m in
                m.record(m.numbers.merge(with: m.other, Just(0), Just(9), Just(7), Just(6)))
            },
            "numbers.merge(with: other, Just(0), Just(9), Just(7), Just(6), Just(5))": { m in
                m.record(m.numbers.merge(with: m.other, Just(0), Just(9), Just(7), Just(6), Just(5)))
            },
            "numbers.merge(with: other, Just(0), Just(9), Just(7), Just(6), Just(5), Just(4))": { m in
                m.record(m.numbers.merge(with: m.other, Just(0), Just(9), Just(7), Just(6), Just(5), Just(4)))
            },
            "numbers.combineLatest(numbers.map { -$0 }, Just(0), coalescedBy: clock)": { m in
                m.record(m.numbers.combineLatest(m.numbers.map { -$0 }, Just(0), coalescedBy: m.clock))
            },
            "numbers.combineLatest(numbers.map { -$0 }, Just(0), Just(9), coalescedBy: clock)": { m in
                m.record(
                    m.numbers.combineLatest(m.numbers.map { -$0 }, Just(0), Just(9), coalescedBy: m.clock))
            },
            "numbers.multicast(subject: PassthroughSubject()).autoconnect()": { m in
                m.record(m.numbers.multicast(subject: PassthroughSubject()).autoconnect())
            },
        ]
    }
}

/// Throws for numbers above 2.
private func check(_ number: Int) throws -> Int {
    guard number < 3 else { throw TestError.oops }
    return number
}

/// Prints nothing, in place of the standard library's function.
private func print(_ number: Int) {}
