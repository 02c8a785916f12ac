import Records
import Rhythm
import Testing

/// The statement that a publication is missing, on recorded times.
@Suite struct RecordedOverdueTests {
    private static let rows = [
        (["year.metar-KJFK"], 288), (["year.metar-KJFK"], 144), (["year.metar-LEBL"], 288),
        (["year.metar-LEBL"], 144), (["metar-hourly.metar-C", "metar-halfhourly.metar-W"], 288),
        (["metar-hourly.metar-C"], 144), (["taf."], 96), (["taf."], 24), (["dataset."], 24),
        (["feed-", "memoryless."], 24),
    ]

    @Test(arguments: rows)
    func `a source is late without reason at most once a month`(names: [String], requests: Int) throws {
        var months: [Int: Int] = [:]
        for times in try Publications.recorded(names) {
            let replay = try OverdueReplay(times, requests: requests)
            for count in replay.months { months[count, default: 0] += 1 }
            #expect(Double(replay.months.reduce(0, +)) <= replay.days / 30)
        }
        let text = months.sorted { $0.key < $1.key }.map { "\($1) with \($0)" }.joined(separator: ", ")
        print("false alarms of \(names) at \(requests)/d, months of a source: \(text)")
    }

    @Test(arguments: [("year.metar-KJFK", 288), ("year.metar-LEBL", 288), ("year.metar-LEBL", 144)])
    func `a missing report is said to be missing once nearly all others were seen`(
        name: String, requests: Int
    ) throws {
        let times = try #require(try Publications.recorded([name]).first)
        let replay = try OverdueReplay(times, removingEach: 83, requests: requests)
        let waits = replay.alarms.filter { !$0.isFalse }.map { $0.moment - $0.overdue.limit }.sorted()
        let (median, most) = (waits[waits.count / 2], waits[waits.count * 95 / 100])
        print(
            "\(name) at \(requests)/d: \(Set(replay.found).count) of \(replay.judged.count) gaps found, "
                + "after the limit by \(median) (median), \(most) (95 %)")
        #expect(most <= .seconds(60))
        #expect(Set(replay.found).count * 10 >= replay.judged.count * 6)
        #expect(replay.alarms.allSatisfy { $0.overdue.checked >= $0.overdue.limit })
    }
}
