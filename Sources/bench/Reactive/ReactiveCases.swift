import Reactive

/// The timed cases; each returns CPU nanoseconds per value, delivery or operation.
nonisolated enum ReactiveCases {
    /// The number of values or deliveries. They take some milliseconds, as the reference does: a neighbour that disturbs
    /// only the longer of both (see ``SharedCore``) makes their ratio wrong.
    static let rounds = 200_000

    /// Provides a sum for the sinks, so that nothing is optimised away.
    ///
    /// The objects of a case are at other addresses in each pass: in every new process, they would begin at the same place
    /// of a page.
    static func withTotal(_ body: (UnsafeMutablePointer<Int>) -> Double) -> Double {
        let others = someMemory()
        let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        total.initialize(to: 0)
        defer { for block in others + [UnsafeMutableRawPointer(total)] { block.deallocate() } }
        return body(total)
    }

    /// Allocates random numbers of blocks of all sizes that objects have.
    private static func someMemory() -> [UnsafeMutableRawPointer] {
        stride(from: 16, through: 512, by: 16).flatMap { size in
            (0..<Int.random(in: 0..<32)).map { _ in .allocate(byteCount: size, alignment: 16) }
        }
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
    static func send(to subject: PassthroughSubject<Int, Never>, _ count: Int) {
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

    /// A closure in the form that generic code calls: it is not converted for each use, which would allocate.
    private struct Action<Value> {
        let run: (Value) -> Void
    }

    /// Subscribing a sink and cancelling it; its closure is made before.
    static func churn(others: Int) -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let add = Action<Int> { total.pointee &+= $0 }
            let all = (0..<others).map { _ in subject.sink(receiveValue: add.run) }
            defer { for sink in all { sink.cancel() } }
            let count = rounds / 10
            return Measure.nanoseconds(per: count) {
                for _ in 0..<count { subject.sink(receiveValue: add.run).cancel() }
            }
        }
    }

    /// Subscribing a sink through map and filter and cancelling it; the closures are made before.
    static func churnThroughOperators() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let chain = subject.map { $0 &+ 1 }.filter { $0 & 3 != 0 }
            let add: (Int) -> Void = { total.pointee &+= $0 }
            let count = rounds / 10
            return Measure.nanoseconds(per: count) {
                for _ in 0..<count { chain.sink(receiveValue: add).cancel() }
            }
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

    /// Subject, map and filter behind an erased publisher, sink.
    static func erasedChain() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.map { $0 &+ 1 }.filter { $0 & 3 != 0 }.eraseToAnyPublisher()
                .sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) { send(to: subject, rounds) }
        }
    }

    /// A running sum.
    static func scan() -> Double {
        withTotal { total in
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.scan(0) { $0 &+ $1 }.sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) { send(to: subject, rounds) }
        }
    }

    /// An element of a cold sequence, through map.
    static func sequence() -> Double {
        withTotal { total in
            let numbers = Array(0..<rounds).publisher.map { $0 &+ 1 }
            return Measure.nanoseconds(per: rounds) {
                numbers.sink { total.pointee &+= $0 }.cancel()
            }
        }
    }

    /// A value that passes debounce, in virtual time.
    static func debounce() -> Double {
        withTotal { total in
            let clock = ManualScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let sink = subject.debounce(for: .seconds(1), scheduler: clock).sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds / 4) {
                for value in 0..<rounds / 4 {
                    subject.send(value)
                    clock.advance(by: .seconds(1))
                }
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
