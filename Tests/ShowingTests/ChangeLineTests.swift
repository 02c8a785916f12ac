import AlmanacValues
import Records
import Showing
import Testing

@Suite struct ChangeLineTests {
    private let paper = Paper(width: 160, now: Golden.now)

    private func line(_ text: String, width: Int = 160) -> String? {
        var paper = self.paper
        paper.width = width
        return ChangeLine(Samples.event(text)).lines(on: paper).first?.plain
    }

    @Test func `a report change lists the most important difference first and a shared unit once`() throws {
        try Golden.check(ChangeLine(Samples.improved), "change")
        try Golden.check(ChangeLine(Samples.improved), "change-color", colored: true)
        try Golden.check(ChangeLine(Samples.improved), "change-metric", units: .metric)
    }

    @Test func `the change of a row lists each member with its old and new value`() {
        let text = """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": \(Samples.at(14, 2)), "source": "hospitals",
             "key": "1", "title": "St. Mary", "data": {"Phone": "2"}, "patch": {"Phone": "2", "Fax": null, "Geo": {"City": "X"}},
             "previous": {"Phone": "1", "Fax": "9", "Geo": {"City": null}}}
            """
        #expect(line(text) == "14:02:00Z hospitals St. Mary Phone 1 → 2, Fax gone (was 9), Geo City X (new)")
    }

    @Test func `added and removed records are reported`() {
        let added =
            #"{"event": "added", "cursor": "a.2", "realtimeUSec": 0, "source": "hospitals", "key": "1", "data": {}}"#
        #expect(line(added) == "00:00:00Z hospitals 1 added")
        let removed =
            #"{"event": "removed", "cursor": "a.2", "realtimeUSec": 0, "source": "hospitals", "key": "1"}"#
        #expect(line(removed) == "00:00:00Z hospitals 1 removed")
    }

    @Test func `a failing source shows the reason and the time of the next attempt`() {
        let text = """
            {"event": "source", "cursor": "a.2", "realtimeUSec": \(Samples.at(14, 2)), "source": "schools",
             "runtime": {"health": "failing", "records": 1, "rejected": 0, "generation": 1, "nextUSec": \(Samples.at(14, 12)),
             "failure": {"reason": "timeout", "message": "no answer within 30 s", "realtimeUSec": 0, "count": 1}}}
            """
        #expect(
            line(text)
                == "14:02:00Z schools is failing: timeout: no answer within 30 s, next attempt in 5 min"
        )
    }

    @Test func `the sky of CAVOK is known`() {
        let text = """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": 0, "source": "metar@EGKK", "key": "EGKK",
             "data": {"station": "EGKK", "raw": "b", "visibility": 10000, "flightRules": "VFR",
                      "clouds": [{"base": 900, "cover": "FEW"}]},
             "patch": {"raw": "b", "cavok": null, "clouds": [{"base": 900, "cover": "FEW"}]},
             "previous": {"raw": "a", "cavok": true, "clouds": null}}
            """
        let words = line(text) ?? ""
        #expect(words.contains("sky no significant cloud → few 900 ft"), "\(words)")
    }

    @Test func `a report that only repeats itself is reported as such`() {
        let text = """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": 0, "source": "metar@KPWM", "key": "KPWM",
             "data": {"station": "KPWM", "raw": "b", "time": "2026-11-20T14:51:00Z"},
             "patch": {"raw": "b", "time": "2026-11-20T14:51:00Z"}, "previous": {"raw": "a", "time": "2026-11-20T13:51:00Z"}}
            """
        #expect(line(text) == "00:00:00Z KPWM reports again at 14:51Z, as before")
    }

    @Test func `a report whose earlier state is unknown is not said to be as before`() {
        let text = """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": 0, "source": "metar@KPWM", "key": "KPWM",
             "data": {"station": "KPWM", "raw": "b", "time": "2026-11-20T14:51:00Z"}}
            """
        #expect(line(text) == "00:00:00Z KPWM changed")
    }

    @Test func `a line that is too long ends in an ellipsis`() {
        let text = """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": 0, "source": "feed", "key": "1", "title": "東京",
             "data": {}, "patch": {"Text": "abcdefghijklmnop"}, "previous": {"Text": "x"}}
            """
        #expect(line(text, width: 30) == "00:00:00Z feed 東京 Text x → …")
    }

    @Test(arguments: ["subscribed", "ready", "heartbeat"])
    func `an event without information for the user has no line`(_ kind: String) {
        #expect(line("{\"event\": \"\(kind)\", \"cursor\": \"a.2\", \"realtimeUSec\": 0}") == nil)
    }

    @Test func `an event of an unknown kind is ignored`() {
        #expect(Event(["event": "sung", "cursor": "a.2"]) == nil)
    }

    @Test func `the history lists additions, removals and what changed`() throws {
        func change(_ kind: String, _ more: String) throws -> Event {
            let text = """
                {"event": "\(kind)", "cursor": "a.2", "realtimeUSec": \(Samples.at(14, 2)), "source": "hospitals",
                 "key": "1"\(more)}
                """
            return try #require(Event(try JSON(parsing: Array(text.utf8))))
        }
        let changes = [
            try change("removed", ""),
            try change(
                "changed",
                #", "title": "St. Mary", "data": {"Phone": "2"}, "patch": {"Phone": "2"}, "previous": {"Phone": "1"}"#
            ),
            try change("added", #", "title": "St. Mary", "data": {"Phone": "1"}"#),
        ]
        let lines = History(of: "hospitals", changes).lines(on: Paper(width: 80, now: Golden.now)).map(
            \.plain)
        #expect(
            lines == [
                "WHEN    RECORD    CHANGE   DATA", "14:02Z  St. Mary  removed",
                "14:02Z  St. Mary  changed  Phone 1 → 2", "14:02Z  St. Mary  added    Phone 1",
            ])
    }
}
