import Reactive

/// Operators with two upstreams.
nonisolated extension ReactiveCases {
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

    /// A pair of values, one of each of two subjects.
    static func zip() -> Double {
        withTotal { total in
            let left = PassthroughSubject<Int, Never>()
            let right = PassthroughSubject<Int, Never>()
            let sink = left.zip(right).sink { total.pointee &+= $0.0 &+ $0.1 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds / 2) {
                for value in 0..<rounds / 2 {
                    left.send(value)
                    right.send(value)
                }
            }
        }
    }

    /// A value of one of two merged subjects.
    static func merge() -> Double {
        withTotal { total in
            let left = PassthroughSubject<Int, Never>()
            let right = PassthroughSubject<Int, Never>()
            let sink = left.merge(with: right).sink { total.pointee &+= $0 }
            defer { sink.cancel() }
            return Measure.nanoseconds(per: rounds) {
                for value in 0..<rounds / 2 {
                    left.send(value)
                    right.send(value)
                }
            }
        }
    }
}
