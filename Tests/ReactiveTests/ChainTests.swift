import Reactive
import Testing

@Suite struct ChainTests {
    @Test func `a chain of operators reads as a sentence`() {
        let clock = ManualScheduler()
        let asked = PassthroughSubject<Void, Never>()
        let file = PassthroughSubject<Void, Never>()
        var attempts = 0
        var seen: [Int] = []
        var kept: Set<AnyCancellable> = []

        clock.timer(every: .seconds(60)).map { _ in () }
            .merge(with: asked, file)
            .debounce(for: .milliseconds(100), scheduler: clock)
            .map { _ -> AnyPublisher<Int, TestError> in
                attempts += 1
                return attempts == 2
                    ? Fail(error: TestError.oops).eraseToAnyPublisher()
                    : Just(attempts).setFailureType(to: TestError.self).eraseToAnyPublisher()
            }
            .map { $0.catch { _ in Just(-1) } }
            .switchToLatest()
            .removeDuplicates()
            .share()
            .sink { seen.append($0) }
            .store(in: &kept)

        clock.advance(by: .milliseconds(60_100))
        #expect(seen == [1])
        asked.send()
        file.send()
        clock.advance(by: .seconds(1))
        #expect(seen == [1, -1])
        kept = []
        clock.advance(by: .seconds(600))
        #expect(attempts == 2)
    }

    @Test func `retry, flatMap and futures work together`() {
        var attempts = 0
        var seen: [Int] = []
        var ends = 0
        let subscription = Deferred {
            Future<Int, TestError> { promise in
                attempts += 1
                promise(attempts < 4 ? .failure(.oops) : .success(attempts))
            }
        }
        .retry(5)
        .flatMap { value in Just(value * 10).setFailureType(to: TestError.self) }
        .sink { _ in
            ends += 1
        } receiveValue: {
            seen.append($0)
        }
        #expect(seen == [40])
        #expect(ends == 1)
        subscription.cancel()
    }
}
