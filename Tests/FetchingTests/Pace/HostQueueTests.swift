import Fetching
import Reactive
import Testing

@Suite struct HostQueueTests {
    private var limits = FetchLimits(spoolDirectory: "/tmp")
    private let second: Duration = .seconds(1)
    private let start = LoopTime(microseconds: 1_000_000)

    init() {
        limits.transfers = 4
        limits.transfersPerHost = 2
    }

    private func hosts(_ tickets: [HostQueue.Ticket]) -> [String] { tickets.map(\.host) }

    @Test func `requests to one host are separated by the spacing`() {
        var queue = HostQueue(limits: limits)
        for _ in 0..<3 { _ = queue.add("a", spacing: second) }
        #expect(queue.start(at: start).count == 1)
        #expect(queue.start(at: start + .milliseconds(999)).isEmpty)
        #expect(queue.next(after: start) == start + .seconds(1))
        #expect(queue.start(at: start + .seconds(1)).count == 1)
    }

    @Test func `a host has a limited number of concurrent requests, however long they take`() {
        var queue = HostQueue(limits: limits)
        for _ in 0..<3 { _ = queue.add("a", spacing: second) }
        let first = queue.start(at: start)[0]
        #expect(queue.start(at: start + .seconds(10)).count == 1)
        #expect(queue.start(at: start + .seconds(20)).isEmpty)
        #expect(queue.next(after: start + .seconds(20)) == nil)
        queue.end(first, at: start + .seconds(30))
        #expect(queue.start(at: start + .seconds(30)).count == 1)
    }

    @Test func `hosts do not wait for each other until the overall limit is reached`() {
        var queue = HostQueue(limits: limits)
        let tickets = ["a", "b", "a", "c", "d", "e"].map { queue.add($0, spacing: second) }
        #expect(hosts(queue.start(at: start)) == ["a", "b", "c", "d"])
        #expect(queue.next(after: start) == nil)
        queue.end(tickets[1], at: start)
        #expect(hosts(queue.start(at: start)) == ["e"])
    }

    @Test func `the requests of a host start in order of arrival`() {
        var queue = HostQueue(limits: limits)
        let tickets = (0..<5).map { _ in queue.add("a", spacing: second) }
        var (started, now): ([HostQueue.Ticket], LoopTime) = ([], start)
        while started.count < 5 {
            let next = queue.start(at: now)
            started += next
            next.forEach { queue.end($0, at: now) }
            now = now + .seconds(1)
        }
        #expect(started == tickets)
    }

    @Test func `a request that is removed while it waits does not start`() {
        var queue = HostQueue(limits: limits)
        let tickets = (0..<2).map { _ in queue.add("a", spacing: second) }
        queue.end(tickets[0], at: start)
        #expect(queue.start(at: start) == [tickets[1]])
    }

    @Test func `a request may have a wider spacing of its own`() {
        var queue = HostQueue(limits: limits)
        _ = queue.add("a", spacing: second)
        _ = queue.add("a", spacing: .seconds(60))
        #expect(queue.start(at: start).count == 1)
        #expect(queue.next(after: start) == start + .seconds(60))
    }

    @Test func `a later request keeps its own spacing after the previous one`() {
        var queue = HostQueue(limits: limits)
        _ = queue.add("a", spacing: second)
        queue.start(at: start).forEach { queue.end($0, at: start) }
        _ = queue.add("a", spacing: .seconds(60))
        #expect(queue.start(at: start + second).isEmpty)
        #expect(queue.start(at: start + .seconds(60)).count == 1)
    }

    @Test func `a hold lasts, and a shorter one does not shorten it`() {
        var queue = HostQueue(limits: limits)
        queue.hold("a", until: start + .seconds(100))
        queue.hold("a", until: start + .seconds(50))
        #expect(queue.hold(of: "a", at: start) == .seconds(100))
        #expect(queue.hold(of: "b", at: start) == nil)
        #expect(queue.hold(of: "a", at: start + .seconds(100)) == nil)
    }
}
