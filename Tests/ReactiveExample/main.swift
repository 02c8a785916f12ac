import Dispatch
import Glibc
import Reactive
import ReactiveAsync

/// Runs the three examples: in simulated time, or with the argument `now` as time passes.
func start(on clock: some Scheduler<LoopTime>) -> [AnyCancellable] {
    let search = Search(clock: clock) { text in
        text == "Bost"
            ? Fail(error: .offline).eraseToAnyPublisher()
            : Just(["\(text)land", "\(text)smouth"]).setFailureType(to: SearchError.self)
                .delay(for: .seconds(1), scheduler: clock).eraseToAnyPublisher()
    }
    let keys = ["P", "Po", "Por", "Port"].publisher
        .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: .milliseconds(100), scheduler: clock) }
        .append(Just("Bost").delay(for: .seconds(3), scheduler: clock))
        .append(Empty(completeImmediately: false))

    var attempts = 0
    let request = Deferred { () -> Result<Int, SearchError>.Publisher in
        attempts += 1
        return (attempts < 4 ? Result.failure(.offline) : .success(attempts)).publisher
    }
    let answer = patient(request, clock: clock, generator: SystemRandomNumberGenerator())
        .map { "answered at attempt \($0)" }
        .replaceError(with: "gave up")

    return [
        search.lines.sink { print($0.joined(separator: ", ")) },
        keys.subscribe(search.typed),
        answer.sink { print($0) },
        readings(load: { 0.5 }, temperature: { 21 }, clock: clock).prefix(3).sink { print($0) },
    ]
}

if CommandLine.arguments.contains("now") {
    let running = start(on: QueueScheduler.main)
    let end = QueueScheduler.main.after(.seconds(25)) { exit(0) }
    withExtendedLifetime((running, end)) { dispatchMain() }
}
let clock = ManualScheduler()
let running = start(on: clock)
clock.advance(by: .seconds(25))
for each in running { each.cancel() }
