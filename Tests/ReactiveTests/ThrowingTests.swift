import Reactive
import Testing

/// Operators that publish one value and finish, with closures that may throw.
@Suite struct ThrowingTests {
    private func end(of publisher: some Publisher<Int, any Error>) -> Result<[Int], TestError>? {
        var (values, end): ([Int], Result<[Int], TestError>?) = ([], nil)
        let sink = publisher.sink {
            switch $0 {
            case .finished: end = .success(values)
            case .failure(let error): end = (error as? TestError).map { .failure($0) }
            }
        } receiveValue: {
            values.append($0)
        }
        sink.cancel()
        return end
    }

    private func refuse(_ value: Int) throws -> Int {
        if value == 4 { throw TestError.oops }
        return value
    }

    @Test func `a search or a reduction publishes its value and finishes`() {
        let source = (1...3).publisher
        #expect(end(of: source.tryReduce(0) { $0 + (try refuse($1)) }) == .success([6]))
        #expect(end(of: source.tryFirst { try refuse($0) > 1 }) == .success([2]))
        #expect(end(of: source.tryLast { try refuse($0) < 3 }) == .success([2]))
        #expect(end(of: source.tryFirst { $0 > 3 }) == .success([]))
        #expect(end(of: source.tryLast { $0 > 3 }) == .success([]))
    }

    @Test func `an error thrown earlier ends the publisher without a value`() {
        let source = (1...5).publisher
        #expect(end(of: source.tryReduce(0) { $0 + (try refuse($1)) }) == .failure(.oops))
        #expect(end(of: source.tryFirst { try refuse($0) > 4 }) == .failure(.oops))
        #expect(end(of: source.tryLast { try refuse($0) > 0 }) == .failure(.oops))
    }

    @Test func `ignoreOutput publishes only the completion`() {
        var ends: [Subscribers.Completion<TestError>] = []
        let subject = PassthroughSubject<Int, TestError>()
        let sink = subject.ignoreOutput().sink {
            ends.append($0)
        } receiveValue: { _ in
        }
        subject.send(1)
        #expect(ends.isEmpty)
        subject.send(completion: .failure(.oops))
        #expect(ends == [.failure(.oops)])
        sink.cancel()
    }
}
