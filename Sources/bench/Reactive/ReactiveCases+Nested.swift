import Reactive

/// Operators whose values are publishers.
nonisolated extension ReactiveCases {
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
}
