import Reactive

/// The timed cases; each returns CPU nanoseconds per value, delivery or operation.
nonisolated enum ReactiveCases {
    private static let rounds = 2_000_000

    /// Provides a sum for the sinks, so that nothing is optimised away.
    private static func withTotal(_ body: (UnsafeMutablePointer<Int>) -> Double) -> Double {
        let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        total.initialize(to: 0)
        defer { total.deallocate() }
        return body(total)
    }

    /// One stored closure called through an array.
    static func reference() -> Double {
        withTotal { total in
            let closures: [(Int) -> Void] = [{ total.pointee &+= $0 }]
            return Measure.nanoseconds(per: rounds) { call(closures, times: rounds) }
        }
    }

    @inline(never)
    private static func call(_ closures: [(Int) -> Void], times count: Int) {
        for value in 0..<count {
            for closure in closures { closure(value) }
        }
    }

    /// Subject, map, filter, sink.
    static func chain() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.map { $0 &+ 1 }.filter { $0 & 3 != 0 }.sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) { send(to: subject, rounds) }
        }
    }

    @inline(never)
    private static func send(to subject: PassthroughSubject<Int, Never>, _ count: Int) {
        for value in 0..<count { subject.send(value) }
    }

    /// One delivery to one of many sinks.
    static func fanOut(_ sinks: Int) -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let all = (0..<sinks).map { _ in subject.sink { total.pointee &+= $0 } }
            defer { for sink in all { sink.cancel() } }
            let sends = rounds / sinks
            return Measure.nanoseconds(per: sends * sinks) { send(to: subject, sends) }
        }
    }

    /// Subscribing a sink and cancelling it; its closure is made before.
    static func churn(others: Int) -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let add: (Int) -> Void = { total.pointee &+= $0 }
            let all = (0..<others).map { _ in subject.sink(receiveValue: add) }
            defer { for sink in all { sink.cancel() } }
            let count = rounds / 10
            return Measure.nanoseconds(per: count) {
                for _ in 0..<count { subject.sink(receiveValue: add).cancel() }
            }
        }
    }

    /// A value of one of two subjects, combined with the other's newest.
    static func combineLatest() -> Double {
        withTotal { total in
            let left = PassthroughSubject<Int, Never>()
            let right = PassthroughSubject<Int, Never>()
            let sink = left.combineLatest(right).sink { total.pointee &+= $0.0 &+ $0.1 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) {
                for value in 0..<rounds / 2 {
                    left.send(value)
                    right.send(value)
                }
            }
        }
    }

    /// A value that is mapped to a publisher of one value.
    static func flatMapJust() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.flatMap { Just($0) }.sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds / 4) { send(to: subject, rounds / 4) }
        }
    }

    /// A value of an inner subject of `flatMap`.
    static func flatMapLive() -> Double {
        withTotal { total in
            let outer = PassthroughSubject<Void, Never>()
            let inner = PassthroughSubject<Int, Never>()
            let sink = outer.flatMap { inner }.sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            outer.send()
            return Measure.nanoseconds(per: rounds) { send(to: inner, rounds) }
        }
    }

    /// A value that is mapped to a publisher of one value, after the previous one has completed.
    static func switchJust() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.map { Just($0) }.switchToLatest().sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds / 4) { send(to: subject, rounds / 4) }
        }
    }

    /// Switching from one live subject to another.
    static func switchLive() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            let sink = subject.map { inner[$0 & 1] }.switchToLatest().sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds / 4) { send(to: subject, rounds / 4) }
        }
    }

    /// A new state that passes `removeDuplicates`.
    static func currentValue() -> Double {
        withTotal { total in
            let subject = CurrentValueSubject<Int, Never>(-1)
            let sink = subject.removeDuplicates().sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) {
                for value in 0..<rounds { subject.send(value) }
            }
        }
    }

    /// A value sent during the delivery of the previous one.
    static func selfSend() -> Double {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.sink { if $0 > 0 { subject.send($0 - 1) } }
        defer { sink.cancel() }
        return Measure.nanoseconds(per: rounds) { subject.send(rounds) }
    }
}
