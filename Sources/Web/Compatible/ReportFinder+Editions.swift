import AlmanacValues
import Records
import Showing

/// The choice among editions of a station's report.
extension ReportFinder {
    /// Returns the newest edition of each station's report, in the order of the stations.
    ///
    /// Several sources may have the station; a correction is newer than what it corrects. The records of each
    /// source are in order, which sorting makes use of; those of one source alone are the answer.
    nonisolated static func newest(_ items: [Item]) -> [Item] {
        if areInOrder(items) { return items }
        var newest: [Int] = []
        for index in items.indices.sorted(by: { items[$0].key.precedes(items[$1].key) }) {
            guard let last = newest.last, items[last].key == items[index].key else {
                newest.append(index)
                continue
            }
            if items[last].edition < items[index].edition { newest[newest.count - 1] = index }
        }
        return newest.map { items[$0] }
    }

    /// Whether each station has one record, in the order of the stations.
    private nonisolated static func areInOrder(_ items: [Item]) -> Bool {
        items.indices.dropFirst().allSatisfy { items[$0 - 1].key.precedes(items[$0].key) }
    }
}

nonisolated extension Item {
    /// The order of editions of a report: by its time, then corrections, then by arrival.
    var edition: Edition {
        let changes = [WeatherMember.corrected, .amended].filter { data[$0]?.bool == true }
        return Edition(time: moment(.time) ?? moment(.received), changes: changes.count, at: at)
    }

    struct Edition: Comparable {
        let time: UTC?
        let changes: Int
        let at: UTC?

        static func < (left: Edition, right: Edition) -> Bool {
            let never = UTC(seconds: 0)
            if left.time != right.time { return left.time ?? never < right.time ?? never }
            if left.changes != right.changes { return left.changes < right.changes }
            return left.at ?? never < right.at ?? never
        }
    }
}

nonisolated extension [Item] {
    /// Returns the records that fulfil a condition; without copying them if all do, as most answers need.
    func keeping(_ isKept: (Item) -> Bool) -> [Item] {
        guard let gone = indices.first(where: { !isKept(self[$0]) }) else { return self }
        return Array(self[..<gone]) + self[gone...].dropFirst().filter(isKept)
    }
}
