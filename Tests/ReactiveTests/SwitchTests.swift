import Reactive
import Testing

/// `switchToLatest` between subjects, whose subscription moves from one to the next.
@Suite struct SwitchTests {
    private typealias Inner = PassthroughSubject<Int, TestError>

    private let outer = PassthroughSubject<Inner, TestError>()
    private let inner = [Inner(), Inner(), Inner()]

    @Test func `only the newest subject is heard`() {
        let before = LiveSubscriptions.count
        let seen = Recorder()
        outer.switchToLatest().subscribe(seen)
        for (index, subject) in inner.enumerated() {
            outer.send(subject)
            for each in inner { each.send(index) }
            #expect(LiveSubscriptions.count == before + 2)
        }
        #expect(seen.values == [0, 1, 2])
        seen.subscription?.cancel()
        #expect(LiveSubscriptions.count == before)
    }

    @Test func `a subject that is sent again is heard once`() {
        let seen = Recorder()
        outer.switchToLatest().subscribe(seen)
        for _ in 0..<3 { outer.send(inner[0]) }
        inner[0].send(7)
        #expect(seen.values == [7])
    }

    @Test func `the demand moves with the subscription`() {
        let seen = Recorder(.max(3))
        outer.switchToLatest().subscribe(seen)
        outer.send(inner[0])
        inner[0].send(1)
        outer.send(inner[1])
        for value in 2...9 { inner[1].send(value) }
        #expect(seen.values == [1, 2, 3])
        outer.send(inner[2])
        inner[2].send(10)
        seen.subscription?.request(.max(1))
        inner[2].send(11)
        inner[2].send(12)
        #expect(seen.values == [1, 2, 3, 11])
    }

    @Test func `a switch during a delivery takes effect at once`() {
        let seen = Recorder()
        var later: [Int] = []
        outer.switchToLatest().subscribe(seen)
        outer.send(inner[0])
        let other = inner[0].sink(receiveCompletion: { _ in }, receiveValue: { later.append($0) })
        seen.onValue = { [outer, inner] _, value in
            if value == 1 { outer.send(inner[1]) }
            return .none
        }
        inner[0].send(1)
        inner[0].send(2)
        inner[1].send(3)
        outer.send(inner[2])
        inner[1].send(4)
        inner[2].send(5)
        #expect(seen.values == [1, 3, 5])
        #expect(later == [1, 2])
        other.cancel()
    }

    @Test func `a subject that has completed or completes is left for the next one`() {
        let seen = Recorder()
        outer.switchToLatest().subscribe(seen)
        inner[1].send(completion: .finished)
        outer.send(inner[0])
        outer.send(inner[1])
        inner[0].send(1)
        outer.send(inner[2])
        inner[2].send(2)
        outer.send(completion: .finished)
        #expect(seen.events == [.subscription, .value(2)])
        inner[2].send(completion: .finished)
        #expect(seen.events == [.subscription, .value(2), .finished])
    }

    @Test func `an upstream that feeds the next subject starts with the switch`() {
        let fed = Inner()
        let seen = Recorder()
        outer.switchToLatest().subscribe(seen)
        outer.send(inner[0])
        let feed = [1, 2, 3].publisher.setFailureType(to: TestError.self).subscribe(fed)
        #expect(seen.values.isEmpty)
        outer.send(fed)
        #expect(seen.values == [1, 2, 3])
        feed.cancel()
    }

    @Test func `the subject left last is released`() {
        weak var held: Inner?
        let seen = Recorder()
        outer.switchToLatest().subscribe(seen)
        do {
            let first = Inner()
            held = first
            outer.send(first)
            outer.send(inner[0])
        }
        #expect(held == nil)
        inner[0].send(1)
        #expect(seen.values == [1])
    }
}
