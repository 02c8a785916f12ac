import Daemon
import Testing

@Suite struct FairQueueTests {
    private var queue = FairQueue<String>(lanes: 2)

    private mutating func rest() -> [String] {
        var all: [String] = []
        while let next = queue.popFirst() { all.append(next) }
        return all
    }

    @Test mutating func `users are served in turn, and the elements of a user in order`() {
        for number in 1...4 { _ = queue.append("a\(number)", of: 1, lane: 0) }
        _ = queue.append("b1", of: 2, lane: 0)
        _ = queue.append("c1", of: 3, lane: 0)
        _ = queue.append("b2", of: 2, lane: 0)
        #expect(queue.count == 7)
        #expect(rest() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(queue.count == 0)
    }

    @Test mutating func `lanes are served in turn, whatever waits in them`() {
        for number in 1...3 { _ = queue.append("many\(number)", of: UInt32(number), lane: 0) }
        _ = queue.append("few1", of: 9, lane: 1)
        #expect(queue.popFirst() == "many1" && queue.popFirst() == "few1")
        _ = queue.append("few2", of: 9, lane: 1)
        #expect(rest() == ["many2", "few2", "many3"])
    }

    @Test mutating func `removed elements are skipped`() {
        let tickets = (1...5).map { queue.append("a\($0)", of: 1, lane: 0) }
        _ = queue.append("b1", of: 2, lane: 0)
        for ticket in [tickets[0], tickets[2], tickets[2]] { queue.remove(ticket) }
        #expect(queue.count == 4)
        #expect(queue.popFirst() == "a2")
        queue.remove(tickets[1])
        #expect(queue.count == 3 && rest() == ["b1", "a4", "a5"])
    }

    @Test mutating func `a hundred thousand elements that are added and removed leave the others in order`() {
        _ = queue.append("first", of: 1, lane: 0)
        for number in 0..<100_000 {
            let user = UInt32(number % 3)
            queue.remove(queue.append("gone", of: user, lane: number % 2))
        }
        _ = queue.append("second", of: 1, lane: 0)
        #expect(queue.count == 2 && rest() == ["first", "second"])
    }
}
