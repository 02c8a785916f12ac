import Decoding
import Records
import Testing

/// The order of reports as a rule for any two, in any sequence.
@Suite struct ReportOrderTests {
    private static func report(_ members: JSON) -> Record {
        Record(key: "EGLL", data: members.canonicalBytes)
    }

    private static let reports = [
        report(["raw": "EGLL 281520Z 1", "time": "2026-11-28T15:20:00Z"]),
        report(["raw": "EGLL 281550Z 1", "time": "2026-11-28T15:50:00Z"]),
        report(["raw": "EGLL 281550Z CCA 2", "time": "2026-11-28T15:50:00Z", "corrected": true]),
        report(["raw": "EGLL 281550Z CCB 3", "time": "2026-11-28T15:50:00Z", "corrected": true]),
        report(["raw": "EGLL 281620Z NIL", "time": "2026-11-28T16:20:00Z", "nil": true]),
        report(["raw": "EGLL 281535Z NIL", "time": "2026-11-28T15:35:00Z", "nil": true]),
        report(["raw": "EGLL 204020Z 4", "received": "2026-11-28T16:00:00Z"]),
    ]

    /// Returns all sequences of some values.
    private static func sequences(of places: [Int]) -> [[Int]] {
        guard places.count > 1 else { return [places] }
        return places.flatMap { first in
            sequences(of: places.filter { $0 != first }).map { [first] + $0 }
        }
    }

    @Test func `the same reports in any sequence, and once more, have the same result`() throws {
        let order = ReportOrder()
        for sequence in Self.sequences(of: Array(Self.reports.indices)) {
            var known = Self.reports[sequence[0]]
            for place in sequence.dropFirst() + sequence {
                known = order.judge(Self.reports[place], over: known).record
            }
            let data = try JSON(parsing: known.data)
            #expect(data["raw"] == "EGLL 281550Z CCB 3", "\(sequence)")
            #expect(data["missing"] == "2026-11-28T16:20:00Z", "\(sequence)")
            #expect(data["received"] == nil)
        }
    }

    @Test func `a report that counts is stored as it is`() {
        let (old, new) = (Self.reports[0], Self.reports[1])
        #expect(ReportOrder().judge(new, over: old).record == new)
        #expect(ReportOrder().judge(old, over: new).record == new)
        #expect(ReportOrder().judge(old, over: new).relation == .older)
    }

    @Test func `a time after the latest one orders nothing`() {
        let order = ReportOrder(until: UTC(iso8601: "2026-11-28T15:30:00Z"))
        #expect(order.judge(Self.reports[1], over: Self.reports[0]).relation == .undated)
        #expect(order.judge(Self.reports[0], over: Self.reports[1]).relation == .counts)
    }

    @Test func `by arrival, any report counts, and a copy keeps the time of its reception`() throws {
        let order = ReportOrder(isByArrival: true)
        #expect(order.judge(Self.reports[4], over: Self.reports[3]).record == Self.reports[4])
        #expect(order.judge(Self.reports[0], over: Self.reports[1]).record == Self.reports[0])
        let copy = Self.report(["raw": "EGLL 204020Z 4", "received": "2026-11-28T18:00:00Z"])
        #expect(order.judge(copy, over: Self.reports[6]).record == Self.reports[6])
    }

    @Test func `data that are no object have no time, and the last one counts`() {
        let other = Record(key: "EGLL", data: Array("nonsense".utf8))
        #expect(ReportOrder().judge(other, over: other).record == other)
        #expect(ReportOrder().judge(Self.reports[0], over: other).record == Self.reports[0])
    }

    @Test func `only a report without a time is stamped with that of its reception`() throws {
        let moment = try #require(UTC(iso8601: "2026-11-28T16:00:00Z"))
        #expect(ReportOrder.stamped(Self.reports[0], received: moment) == nil)
        let nested = Self.report(["raw": "x", "temperatures": [["time": "2026-11-28T16:00:00Z"]]])
        let stamped = try #require(ReportOrder.stamped(nested, received: moment))
        #expect(try JSON(parsing: stamped.data)["received"] == "2026-11-28T16:00:00Z")
        let forecast = Self.report(["from": "2026-11-28T18:00:00Z", "raw": "x"])
        #expect(ReportOrder.stamped(forecast, received: moment) == nil)
    }
}
