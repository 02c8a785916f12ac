import Reactive

/// Applies the operators with one upstream.
struct FuzzSteps {
    typealias Stream = AnyPublisher<Int, TestError>

    let clock: ManualScheduler

    func apply(_ step: FuzzStep, _ stream: Stream) -> Stream {
        switch step {
        case .map(let number): stream.map { $0 &+ number }.eraseToAnyPublisher()
        case .filter(let number): stream.filter { $0 % 3 != number % 3 }.eraseToAnyPublisher()
        case .compactMap(let number):
            stream.compactMap { $0 % 3 == number % 3 ? nil : $0 }.eraseToAnyPublisher()
        case .fused(let number):
            stream.map { $0 &+ number }.filter { $0 % 3 != 0 }.map { $0 &* 2 }.compactMap {
                $0 % 5 == 1 ? nil : $0
            }
            .eraseToAnyPublisher()
        case .scan: stream.scan(0) { $0 &+ $1 }.eraseToAnyPublisher()
        case .removeDuplicates: stream.removeDuplicates().eraseToAnyPublisher()
        case .tryMap(let number):
            stream.tryMap { if $0 == number { throw TestError.oops } else { $0 } }
                .mapError { _ in TestError.oops }.eraseToAnyPublisher()
        case .mapError: stream.mapError { $0 }.eraseToAnyPublisher()
        case .append(let number): stream.append(number, number + 1).eraseToAnyPublisher()
        case .prepend(let number): stream.prepend(number, number + 1).eraseToAnyPublisher()
        case .retry(let count): stream.retry(count).eraseToAnyPublisher()
        case .retryLater(let count):
            stream.retry(.every(.milliseconds(5), times: count), scheduler: clock).eraseToAnyPublisher()
        case .replaceEmpty(let number): stream.replaceEmpty(with: number).eraseToAnyPublisher()
        case .replaceError(let number):
            stream.replaceError(with: number).setFailureType(to: TestError.self).eraseToAnyPublisher()
        case .handleEvents: stream.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher()
        case .print: stream.print("", to: Silence()).eraseToAnyPublisher()
        case .erase: AnyPublisher(stream)
        case .deferred: Deferred { stream }.eraseToAnyPublisher()
        default: choose(step, stream)
        }
    }

    /// The operators that select or accumulate.
    private func choose(_ step: FuzzStep, _ stream: Stream) -> Stream {
        switch step {
        case .prefix(let count): stream.prefix(count).eraseToAnyPublisher()
        case .dropFirst(let count): stream.dropFirst(count).eraseToAnyPublisher()
        case .output(let first, let last): stream.output(in: first...last).eraseToAnyPublisher()
        case .first: stream.first().eraseToAnyPublisher()
        case .last: stream.last().eraseToAnyPublisher()
        case .prefixWhile(let number): stream.prefix { $0 < number }.eraseToAnyPublisher()
        case .dropWhile(let number): stream.drop { $0 < number }.eraseToAnyPublisher()
        case .collect: stream.collect().map { $0.reduce(0, &+) }.eraseToAnyPublisher()
        case .collectByCount(let count):
            stream.collect(count).map { $0.reduce(0, &+) }.eraseToAnyPublisher()
        case .reduce: stream.reduce(0, &+).eraseToAnyPublisher()
        case .ignoreOutput: stream.ignoreOutput().map(FuzzSteps.number).eraseToAnyPublisher()
        default: keep(step, stream)
        }
    }

    /// Gives a stream without values another type.
    private static func number(_ never: Never) -> Int {}

    /// The operators that share, buffer or need a clock.
    private func keep(_ step: FuzzStep, _ stream: Stream) -> Stream {
        switch step {
        case .share: stream.share().eraseToAnyPublisher()
        case .shareReplay(let count): stream.share(replay: count).eraseToAnyPublisher()
        case .multicast: stream.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher()
        case .bufferAll: buffer(stream, 1_000, .byRequest, .dropNewest)
        case .bufferKeepFull(let size): buffer(stream, size, .keepFull, .dropNewest)
        case .bufferDropOldest(let size): buffer(stream, size, .byRequest, .dropOldest)
        case .bufferDropNewest(let size): buffer(stream, size, .byRequest, .dropNewest)
        case .bufferFailing(let size): buffer(stream, size, .byRequest, .customError { .oops })
        case .delay(let time):
            stream.delay(for: .milliseconds(time), scheduler: clock).eraseToAnyPublisher()
        case .receiveOn: stream.receive(on: clock).eraseToAnyPublisher()
        case .debounce(let time):
            stream.debounce(for: .milliseconds(time), scheduler: clock).eraseToAnyPublisher()
        case .throttle(let time, let latest):
            stream.throttle(for: .milliseconds(time), scheduler: clock, latest: latest)
                .eraseToAnyPublisher()
        case .collectByTime(let time, let count):
            stream.collect(.byTimeOrCount(clock, .milliseconds(time), count)).map { $0.reduce(0, &+) }
                .eraseToAnyPublisher()
        case .measureInterval:
            stream.measureInterval(using: clock).map { min(Int($0.microseconds), 0) }
                .eraseToAnyPublisher()
        case .assertNoFailure:
            stream.replaceError(with: 7).assertNoFailure().setFailureType(to: TestError.self)
                .eraseToAnyPublisher()
        default: stream.timeout(.seconds(1_000), scheduler: clock).eraseToAnyPublisher()
        }
    }

    private func buffer(
        _ stream: Stream, _ size: Int, _ prefetch: Publishers.PrefetchStrategy,
        _ whenFull: Publishers.BufferingStrategy<TestError>
    ) -> Stream {
        stream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).eraseToAnyPublisher()
    }
}
