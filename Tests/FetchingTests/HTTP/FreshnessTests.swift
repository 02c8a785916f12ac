import Fetching
import Records
import Testing

@Suite struct FreshnessTests {
    private static let now = UTC(iso8601: "2026-11-20T08:00:00Z")!

    private func lifetime(_ fields: KeyValuePairs<String, String>) -> Duration? {
        Freshness(Headers(fields), received: FreshnessTests.now).lifetime
    }

    private func retry(_ fields: KeyValuePairs<String, String>) -> Duration? {
        Freshness(Headers(fields), received: FreshnessTests.now).retryAfter
    }

    @Test func `max-age counts from the moment when the origin generated the response`() {
        #expect(lifetime(["Cache-Control": "public, max-age=300"]) == .seconds(300))
        #expect(lifetime(["Cache-Control": "MAX-AGE=\"300\"", "Age": "100"]) == .seconds(200))
        #expect(lifetime(["Cache-Control": "max-age=10", "Age": "100"]) == .zero)
    }

    @Test func `an answer is as stale as caches kept it for longer than the upstream allows`() {
        func staleness(_ fields: KeyValuePairs<String, String>) -> Duration {
            Freshness(Headers(fields), received: FreshnessTests.now).staleness
        }
        #expect(staleness(["Age": "3000"]) == .seconds(3000))
        #expect(staleness(["Age": "3000", "Cache-Control": "max-age=60"]) == .seconds(2940))
        #expect(staleness(["Age": "3000", "Cache-Control": "max-age=3600"]) == .zero)
        #expect(staleness(["Age": "3000", "Cache-Control": "no-cache, max-age=3600"]) == .seconds(3000))
        #expect(staleness(["Age": "3600", "Expires": "Fri, 20 Nov 2026 08:30:00 GMT"]) == .seconds(1800))
        #expect(staleness(["Age": "99999999999"]) == .seconds(366 * 86_400))
        #expect(staleness(["Age": "-5"]) == .zero && staleness(["Cache-Control": "max-age=60"]) == .zero)
    }

    @Test func `max-age takes precedence over Expires`() {
        let expires = "Fri, 20 Nov 2026 09:00:00 GMT"
        #expect(lifetime(["Expires": expires, "Cache-Control": "max-age=60"]) == .seconds(60))
        #expect(lifetime(["Expires": expires]) == .seconds(3600))
    }

    @Test func `Expires is compared with the upstream's own clock`() {
        let fields: KeyValuePairs = [
            "Date": "Tue, 01 Jan 2030 00:00:00 GMT", "Expires": "Tue, 01 Jan 2030 00:10:00 GMT",
        ]
        #expect(lifetime(fields) == .seconds(600))
    }

    @Test(arguments: ["0", "-1", "", "soon"]) func `an Expires that is not a date has passed`(_ value: String)
    {
        #expect(lifetime(["Expires": value]) == .zero)
    }

    @Test func `no-store and no-cache require a request each time`() {
        #expect(lifetime(["Cache-Control": "max-age=60", "cache-control": "no-cache"]) == .zero)
        #expect(lifetime(["Cache-Control": "no-store"]) == .zero)
    }

    @Test func `missing fields are nil`() {
        #expect(lifetime([:]) == nil)
        #expect(lifetime(["Cache-Control": "public, immutable"]) == nil)
        #expect(retry([:]) == nil)
        #expect(retry(["Retry-After": "a while"]) == nil)
    }

    @Test func `a max-age that is not a number requires a request each time`() {
        #expect(lifetime(["Cache-Control": "max-age=soon"]) == .zero)
        #expect(lifetime(["Cache-Control": "max-age=99999999999999999999"]) == .seconds(1 << 31))
        #expect(lifetime(["Cache-Control": "max-age=60, max-age=30"]) == .seconds(30))
    }

    @Test func `Retry-After is a number of seconds or a date`() {
        #expect(retry(["Retry-After": "120"]) == .seconds(120))
        #expect(retry(["Retry-After": "Fri, 20 Nov 2026 08:02:00 GMT"]) == .seconds(120))
        let skewed: KeyValuePairs = [
            "Date": "Tue, 01 Jan 2030 00:00:00 GMT", "Retry-After": "Tuesday, 01-Jan-30 00:01:00 GMT",
        ]
        #expect(retry(skewed) == .seconds(60))
    }

    @Test func `Retry-After is limited to between zero and a day`() {
        #expect(retry(["Retry-After": "315360000"]) == .seconds(86_400))
        #expect(retry(["Retry-After": "Wed, 20 Nov 2036 08:00:00 GMT"]) == .seconds(86_400))
        #expect(retry(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]) == .zero)
    }
}
