import Records

/// The messages that were sent at one moment and end each other, directly or not: which of them is the last one
/// cannot be known, so that none ends another.
struct AlertCircles {
    /// The links of each message, by number, without those between such messages.
    private(set) var links: [[AlertLink]]
    /// The numbers of such messages.
    private(set) var numbers: Set<Int> = []

    /// Finds them.
    ///
    /// - Parameters:
    ///   - links: The messages that each of those that count ends, by number.
    ///   - sent: The moments at which those that count were sent, by number.
    init(_ links: [[AlertLink]], sent: [UTC]) {
        self.links = links
        var ended: [Int: [Int]] = [:]
        var enders: [Int: [Int]] = [:]
        for (number, own) in links.enumerated() {
            for link in own where link.number < sent.count && sent[link.number] == sent[number] {
                ended[number, default: []].append(link.number)
                enders[link.number, default: []].append(number)
            }
        }
        if ended.isEmpty { return }
        numbers = AlertCircles.behind(ended).intersection(AlertCircles.behind(enders))
        for number in numbers {
            self.links[number].removeAll { numbers.contains($0.number) && sent[$0.number] == sent[number] }
        }
    }

    /// Adds the messages of which an earlier document had the others of their circle: those that one of the same
    /// moment has ended, and that end one themselves which is still in force.
    ///
    /// - Parameters:
    ///   - memos: What is remembered of the messages, by number.
    ///   - sent: The moments at which those that count were sent, by number.
    mutating func close(over memos: [AlertMemo?], sent: [UTC]) {
        for number in links.indices {
            guard let memo = memos[number], memo.isSuperseded, memo.moment == sent[number] else { continue }
            let others = links[number].filter { link in
                link.sent == sent[number] && memos[link.number].map { !$0.isSuperseded } ?? false
            }
            if others.isEmpty { continue }
            links[number].removeAll { $0.sent == sent[number] }
            numbers.insert(number)
        }
    }

    /// Returns the nodes of a graph that are in circles or behind them (Kahn's algorithm).
    private static func behind(_ edges: [Int: [Int]]) -> Set<Int> {
        var counts: [Int: Int] = [:]
        for ends in edges.values { for end in ends { counts[end, default: 0] += 1 } }
        var free = edges.keys.filter { counts[$0] == nil }
        while let start = free.popLast() {
            for end in edges[start] ?? [] {
                counts[end, default: 1] -= 1
                guard counts[end] == 0 else { continue }
                counts[end] = nil
                free.append(end)
            }
        }
        return Set(counts.keys)
    }
}
