import Reactive
import Testing

@Suite struct PositionTests {
    private func all(_ publisher: some Publisher<Int, Never>) -> [Int] {
        var seen: [Int] = []
        let sink = publisher.sink { seen.append($0) }
        sink.cancel()
        return seen
    }

    @Test func `position operators publish the values at their positions`() {
        let source = (1...5).publisher
        #expect(all(source.first()) == [1])
        #expect(all(source.first { $0 > 2 }) == [3])
        #expect(all(source.last()) == [5])
        #expect(all(source.last { $0 < 4 }) == [3])
        #expect(all(source.prefix(2)) == [1, 2])
        #expect(all(source.prefix(0)) == [])
        #expect(all(source.prefix { $0 < 3 }) == [1, 2])
        #expect(all(source.dropFirst(3)) == [4, 5])
        #expect(all(source.drop { $0 < 3 }) == [3, 4, 5])
        #expect(all(source.output(at: 1)) == [2])
        #expect(all(source.output(in: 1...2)) == [2, 3])
        #expect(all(source.output(in: 3...)) == [4, 5])
        #expect(all(source.append(6, 7).prepend([0])) == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(all(source.collect(2).map { $0.reduce(0, +) }) == [3, 7, 5])
        #expect(all(source.collect().map(\.count)) == [5])
        #expect(all(source.reduce(0, +)) == [15])
        #expect(all(source.scan(0, +)) == [1, 3, 6, 10, 15])
        #expect(all(source.filter { $0 > 9 }.replaceEmpty(with: 0)) == [0])
        #expect(all(source.compactMap { $0 % 2 == 0 ? $0 : nil }) == [2, 4])
        #expect(all([1, 1, 2, 2, 1].publisher.removeDuplicates()) == [1, 2, 1])
        #expect(all(Optional(3).publisher) == [3])
        #expect(all(Result<Int, Never>.success(4).publisher) == [4])
    }

    @Test func `the first value cancels its upstream before it is delivered`() {
        let upstream = Upstream()
        var cancels = 0
        let sink = upstream.first().sink { _ in
        } receiveValue: { _ in
            cancels = upstream.probe.cancels
        }
        upstream.send(1)
        #expect(cancels == 1)
        sink.cancel()
        #expect(upstream.probe.cancels == 1)
        upstream.letGo()
    }

    @Test func `a thrown error ends the publisher and cancels its upstream`() {
        let upstream = Upstream()
        var failure: (any Error)?
        let sink = upstream.tryMap { value in
            if value == 2 { throw TestError.other }
            return value
        }.sink {
            if case .failure(let error) = $0 { failure = error }
        } receiveValue: { (_: Int) in
        }
        upstream.send(1)
        #expect(failure == nil)
        upstream.send(2)
        #expect(failure as? TestError == .other)
        #expect(upstream.probe.cancels == 1)
        sink.cancel()
        upstream.letGo()
    }

    @Test func `another publisher opens or closes the gate`() {
        let source = PassthroughSubject<Int, Never>()
        let gate = PassthroughSubject<Void, Never>()
        var before: [Int] = []
        var after: [Int] = []
        var kept: Set<AnyCancellable> = []
        source.prefix(untilOutputFrom: gate).sink { before.append($0) }.store(in: &kept)
        source.drop(untilOutputFrom: gate).sink { after.append($0) }.store(in: &kept)
        source.send(1)
        gate.send()
        source.send(2)
        #expect(before == [1])
        #expect(after == [2])
    }

    @Test func `a future is fulfilled once, in the order of subscription, and also for late subscribers`() {
        var promise: Future<Int, TestError>.Promise?
        let future = Future<Int, TestError> { promise = $0 }
        var order: [String] = []
        var kept: Set<AnyCancellable> = []
        for name in ["a", "b", "c"] {
            future.sink { _ in
            } receiveValue: {
                order.append("\(name)\($0)")
            }.store(in: &kept)
        }
        promise?(.success(1))
        promise?(.success(2))
        future.sink { _ in
        } receiveValue: {
            order.append("d\($0)")
        }.store(in: &kept)
        #expect(order == ["a1", "b1", "c1", "d1"])
    }

    @Test func `assign sets the property and releases the object at completion`() {
        final class Target { var value = 0 }
        let subject = PassthroughSubject<Int, Never>()
        weak var held: Target?
        let assigned: AnyCancellable
        do {
            let target = Target()
            held = target
            assigned = subject.assign(to: \.value, on: target)
            subject.send(3)
            #expect(target.value == 3)
        }
        #expect(held != nil)
        subject.send(completion: .finished)
        #expect(held == nil)
        assigned.cancel()
    }

    @Test func `print writes every signal`() {
        final class Lines: TextOutputStream {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let lines = Lines()
        let sink = [1].publisher.print("one", to: lines).sink { _ in }
        #expect(
            lines.text == """
                one: receive subscription: ([1])
                one: request unlimited
                one: receive value: (1)
                one: receive finished

                """)
        sink.cancel()
    }
}
