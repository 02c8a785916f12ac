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
        queue.remove(first, at: start + .seconds(30))
        #expect(queue.start(at: start + .seconds(30)).count == 1)
    }

    @Test func `hosts do not wait for each other until the overall limit is reached`() {
        var queue = HostQueue(limits: limits)
        let tickets = ["a", "b", "a", "c", "d", "e"].map { queue.add($0, spacing: second) }
        #expect(hosts(queue.start(at: start)) == ["a", "b", "c", "d"])
        #expect(queue.next(after: start) == nil)
        queue.remove(tickets[1], at: start)
        #expect(hosts(queue.start(at: start)) == ["e"])
    }

    @Test func `the requests of a host start in order of arrival`() {
        var queue = HostQueue(limits: limits)
        let tickets = (0..<5).map { _ in queue.add("a", spacing: second) }
        var (started, now): ([HostQueue.Ticket], LoopTime) = ([], start)
        while started.count < 5 {
            let next = queue.start(at: now)
            started += next
            next.forEach { queue.remove($0, at: now) }
            now = now + .seconds(1)
        }
        #expect(started == tickets)
    }

    @Test func `a request that is removed while it waits does not start`() {
        var queue = HostQueue(limits: limits)
        let tickets = (0..<2).map { _ in queue.add("a", spacing: second) }
        queue.remove(tickets[0], at: start)
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
        queue.start(at: start).forEach { queue.remove($0, at: start) }
        _ = queue.add("a", spacing: .seconds(60))
        #expect(queue.start(at: start + second).isEmpty)
        #expect(queue.start(at: start + .seconds(60)).count == 1)
    }

    @Test func `a request that has waited for its patience starts beyond the limit of its host`() {
        var queue = HostQueue(limits: limits)
        for _ in 0..<2 { _ = queue.add("a", spacing: .zero) }
        #expect(queue.start(at: start).count == 2)
        let late = queue.add("a", spacing: .zero, overdue: start + second)
        _ = queue.add("a", spacing: .zero, overdue: start + .seconds(5))
        #expect(queue.start(at: start).isEmpty)
        #expect(queue.next(after: start) == start + second)
        #expect(queue.start(at: start + second) == [late])
        #expect(queue.start(at: start + .seconds(9)).isEmpty, "a quarter of all places stays free")
    }

    @Test func `requests that waited while another one hung start beyond the limit, but are spaced`() {
        var limits = limits
        limits.transfers = 32
        var queue = HostQueue(limits: limits)
        for number in 0..<2 { _ = queue.add("a", address: "hang\(number)", spacing: .zero) }
        let hanging = queue.start(at: start)
        let others = (0..<10).map { queue.add("a", address: "\($0)", spacing: second) }
        #expect(queue.start(at: start + .seconds(60)).isEmpty)
        queue.remove(hanging[0], at: start + .seconds(60), isHung: true)
        var started: [HostQueue.Ticket] = []
        for step in 60..<80 { started += queue.start(at: start + .seconds(step)) }
        #expect(started == Array(others.prefix(7)), "at most eight requests to a host that hangs")
    }

    @Test func `a request whose address hung the last time starts after the others, and leaves them a place`()
    {
        var queue = HostQueue(limits: limits)
        func run(_ address: String, isHung: Bool) {
            _ = queue.add("a", address: address, spacing: .zero)
            for ticket in queue.start(at: start) { queue.remove(ticket, at: start, isHung: isHung) }
        }
        for address in ["x", "y", "z"] { run(address, isHung: true) }
        run("z", isHung: false)
        let tickets = ["x", "y", "good", "z"].map { queue.add("a", address: $0, spacing: .zero) }
        let first = queue.start(at: start)
        #expect(first == [tickets[2], tickets[3]])
        queue.remove(first[0], at: start, isHung: false)
        #expect(queue.start(at: start) == [tickets[0]])
        queue.remove(first[1], at: start, isHung: false)
        #expect(queue.start(at: start).isEmpty, "y waits for x, which may hang again")
        let another = queue.add("a", address: "another", spacing: .zero)
        #expect(queue.start(at: start) == [another])
    }

    @Test func `however many addresses of a host hang, another one waits for one timeout only`() {
        var limits = limits
        limits.transfers = 32
        var queue = HostQueue(limits: limits)
        let timeout: Duration = .seconds(60)
        for number in 0..<6 {
            _ = queue.add("a", address: "hang\(number)", spacing: .zero, overdue: start + timeout)
        }
        let good = queue.add("a", address: "good", spacing: .zero, overdue: start + timeout)
        #expect(queue.start(at: start).count == 2)
        #expect(queue.start(at: start + timeout).contains(good))
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
