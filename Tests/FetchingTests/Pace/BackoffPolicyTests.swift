import Fetching
import Records
import Testing

@Suite struct BackoffPolicyTests {
    /// A random number generator that always returns the same number.
    struct Fixed: RandomNumberGenerator {
        let value: UInt64
        mutating func next() -> UInt64 { value }
    }

    private var low = Fixed(value: 0)
    private var high = Fixed(value: .max)
    private let fiveMinutes = BackoffPolicy(interval: .seconds(300))

    private func failure(_ reason: FailureReason, _ status: Int? = nil, retryAfter: Duration? = nil)
        -> FetchFailure
    {
        FetchFailure(reason, "test", httpStatus: status, retryAfter: retryAfter)
    }

    @Test mutating func `the delay after an answer is the interval plus at most a tenth`() {
        #expect(fiveMinutes.delay(after: Freshness(), using: &low) == .seconds(300))
        let latest = fiveMinutes.delay(after: Freshness(), using: &high)
        #expect(latest > .seconds(329) && latest <= .seconds(330))
        let daily = BackoffPolicy(interval: .seconds(86_400)).delay(after: Freshness(), using: &high)
        #expect(daily <= .seconds(86_460))
    }

    @Test mutating func `an answer is not requested again while it is fresh, for at most a day`() {
        let hour = Freshness(lifetime: .seconds(3600))
        #expect(fiveMinutes.delay(after: hour, using: &low) == .seconds(3600))
        #expect(fiveMinutes.delay(after: Freshness(lifetime: .seconds(10)), using: &low) == .seconds(300))
        #expect(
            fiveMinutes.delay(after: Freshness(lifetime: .seconds(1 << 31)), using: &low) == .seconds(86_400))
    }

    @Test mutating func `delays after failures double up to an hour`() {
        var mean = Fixed(value: 1 << 52)
        let delays = (1...9).map { fiveMinutes.delay(after: $0, failure(.timeout), using: &mean) }
        #expect(delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map { .seconds($0) })
        #expect(fiveMinutes.delay(after: 1_000_000, failure(.timeout), using: &mean) == .seconds(3600))
    }

    @Test mutating func `delays after failures do not exceed the interval if that is longer`() {
        var mean = Fixed(value: 1 << 52)
        let daily = BackoffPolicy(interval: .seconds(86_400))
        #expect(daily.delay(after: 20, failure(.dns), using: &mean) == .seconds(86_400))
    }

    @Test mutating func `randomness changes a delay by at most a quarter`() {
        #expect(fiveMinutes.delay(after: 3, failure(.dns), using: &low) == .seconds(90))
        let latest = fiveMinutes.delay(after: 3, failure(.dns), using: &high)
        #expect(latest > .seconds(149) && latest <= .seconds(150))
    }

    @Test mutating func `after a permanent failure the next attempt waits for the interval`() {
        #expect(fiveMinutes.delay(after: 1, failure(.denied, 403), using: &low) == .seconds(225))
        #expect(fiveMinutes.delay(after: 1, failure(.connect), using: &low) == .milliseconds(22_500))
    }

    @Test mutating func `no attempt is made before the upstream allows it`() {
        let refused = failure(.http, 429, retryAfter: .seconds(7200))
        #expect(fiveMinutes.delay(after: 1, refused, using: &low) == .seconds(7200))
        #expect(fiveMinutes.delay(after: 1, failure(.http, 429), using: &low) == .seconds(60))
        let forever = failure(.http, 503, retryAfter: .seconds(1 << 40))
        #expect(fiveMinutes.delay(after: 1, forever, using: &low) == .seconds(86_400))
    }

    @Test mutating func `a request that its host forbade for a while is sent after that, with a spread`() {
        #expect(fiveMinutes.delay(waiting: .seconds(45), using: &low) == .seconds(45))
        let latest = fiveMinutes.delay(waiting: .seconds(45), using: &high)
        #expect(latest > .seconds(74) && latest <= .seconds(75))
        #expect(fiveMinutes.delay(waiting: nil, using: &low) == .seconds(300))
        #expect(fiveMinutes.delay(waiting: .seconds(1 << 40), using: &low) == .seconds(86_400))
    }

    @Test func `a stored plan is limited to between zero and the interval`() {
        let now = UTC(seconds: 1_000_000)
        let delay = { (seconds: Int64?) in
            fiveMinutes.delay(toward: seconds.map { UTC(seconds: 1_000_000 + $0) }, at: now)
        }
        #expect(delay(nil) == .zero)
        #expect(delay(-1_000_000) == .zero)
        #expect(delay(100) == .seconds(100))
        #expect(delay(1_000_000_000) == .seconds(300))
    }

    @Test func `sources that are due when the machine resumes are spread over a minute`() {
        var chance = Seeded(state: 1)
        let delays = (0..<600).map { _ in fiveMinutes.delay(awakening: &chance) }
        #expect(delays.allSatisfy { .zero <= $0 && $0 < .seconds(60) })
        let inEach = (0..<6).map { part in
            delays.count { $0 / .seconds(10) >= Double(part) && $0 / .seconds(10) < Double(part + 1) }
        }
        #expect(inEach.allSatisfy { 60...140 ~= $0 }, "\(inEach)")
        #expect(BackoffPolicy(interval: .seconds(5)).delay(awakening: &chance) < .seconds(5))
    }

    @Test func `a dead upstream receives at most one request an hour in the long run`() {
        var chance = Seeded(state: 2)
        var (time, tries): (Duration, Int) = (.zero, 0)
        while time < .seconds(86_400) {
            tries += 1
            time += fiveMinutes.delay(after: tries, failure(.timeout), using: &chance)
        }
        #expect(tries < 36, "24 in a day, and the first hour's")
    }
}
