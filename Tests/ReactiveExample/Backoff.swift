public import Reactive

/// Retries with backoff: one second, two, four, up to a minute, each ±20 % so that clients that failed
/// together do not retry together; gives up after eight times, and starts anew after a success.
public func patient<Request: Publisher>(
    _ request: Request, clock: some Scheduler<LoopTime>, generator: some RandomNumberGenerator
) -> some Publisher<Request.Output, Request.Failure> {
    let schedule = RetrySchedule.exponential(first: .seconds(1), cap: .seconds(60), times: 8)
        .jittered(by: 0.2, using: generator)
    return request.retry(schedule, scheduler: clock, slack: .milliseconds(100), resetsOnValue: true)
}
