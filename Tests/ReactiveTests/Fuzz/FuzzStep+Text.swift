extension FuzzStep {
    /// The call of the operator as Swift source.
    var text: String {
        switch self {
        case .map(let number): "map { $0 &+ \(number) }"
        case .filter(let number): "filter { $0 % 3 != \(number % 3) }"
        case .compactMap(let number): "compactMap { $0 % 3 == \(number % 3) ? nil : $0 }"
        case .fused(let number):
            "map { $0 &+ \(number) }.filter { $0 % 3 != 0 }.map { $0 &* 2 }.compactMap { $0 % 5 == 1 ? nil : $0 }"
        case .scan: "scan(0) { $0 &+ $1 }"
        case .removeDuplicates: "removeDuplicates()"
        case .tryMap(let number):
            "tryMap { if $0 == \(number) { throw TestError.oops } else { $0 } }.mapError { _ in TestError.oops }"
        case .mapError: "mapError { $0 }"
        case .append(let number): "append(\(number), \(number + 1))"
        case .prepend(let number): "prepend(\(number), \(number + 1))"
        case .retry(let count): "retry(\(count))"
        case .retryLater(let count):
            "retry(.every(.milliseconds(5), times: \(count)), scheduler: clock)"
        case .replaceEmpty(let number): "replaceEmpty(with: \(number))"
        case .replaceError(let number):
            "replaceError(with: \(number)).setFailureType(to: TestError.self)"
        case .handleEvents: "handleEvents(receiveOutput: { _ in })"
        case .print: "print(\"\", to: Silence())"
        case .erase, .deferred: "eraseToAnyPublisher()"
        default: choiceText
        }
    }

    private var choiceText: String {
        switch self {
        case .prefix(let count): "prefix(\(count))"
        case .dropFirst(let count): "dropFirst(\(count))"
        case .output(let first, let last): "output(in: \(first)...\(last))"
        case .first: "first()"
        case .last: "last()"
        case .prefixWhile(let number): "prefix { $0 < \(number) }"
        case .dropWhile(let number): "drop { $0 < \(number) }"
        case .collect: "collect().map { $0.reduce(0, &+) }"
        case .collectByCount(let count): "collect(\(count)).map { $0.reduce(0, &+) }"
        case .reduce: "reduce(0, &+)"
        case .ignoreOutput: "filter { _ in false }"
        default: keepText
        }
    }

    private var keepText: String {
        switch self {
        case .share: "share()"
        case .shareReplay(let count): "share(replay: \(count))"
        case .multicast: "multicast { PassthroughSubject() }.autoconnect()"
        case .bufferAll: "buffer(size: 1_000, prefetch: .byRequest, whenFull: .dropNewest)"
        case .bufferKeepFull(let size):
            "buffer(size: \(size), prefetch: .keepFull, whenFull: .dropNewest)"
        case .bufferDropOldest(let size):
            "buffer(size: \(size), prefetch: .byRequest, whenFull: .dropOldest)"
        case .bufferDropNewest(let size):
            "buffer(size: \(size), prefetch: .byRequest, whenFull: .dropNewest)"
        case .bufferFailing(let size):
            "buffer(size: \(size), prefetch: .byRequest, whenFull: .customError { .oops })"
        case .delay(let time): "delay(for: .milliseconds(\(time)), scheduler: clock)"
        case .receiveOn: "receive(on: clock)"
        case .debounce(let time): "debounce(for: .milliseconds(\(time)), scheduler: clock)"
        case .throttle(let time, let latest):
            "throttle(for: .milliseconds(\(time)), scheduler: clock, latest: \(latest))"
        case .collectByTime(let time, let count):
            "collect(.byTimeOrCount(clock, .milliseconds(\(time)), \(count))).map { $0.reduce(0, &+) }"
        case .measureInterval: "measureInterval(using: clock).map { min(Int($0.microseconds), 0) }"
        case .assertNoFailure:
            "replaceError(with: 7).assertNoFailure().setFailureType(to: TestError.self)"
        default: "timeout(.seconds(1_000), scheduler: clock)"
        }
    }
}
