public import Reactive

/// Combines two timers: reads a load every ten seconds and a temperature every minute, and publishes both
/// whenever one has been read, once if both were.
public func readings(
    load: @escaping () -> Double, temperature: @escaping () -> Int, clock: some Scheduler<LoopTime>
) -> some Publisher<String, Never> {
    let loads = clock.timer(every: .seconds(10), slack: .seconds(1)).map { _ in load() }
    let temperatures = clock.timer(every: .seconds(60), slack: .seconds(1)).map { _ in temperature() }
    return loads.prepend(load())
        .combineLatest(temperatures.prepend(temperature()), coalescedBy: clock)
        .map { "load \($0), \($1) °C" }
}
