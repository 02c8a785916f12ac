import Records
import Showing
import Testing

@Suite struct WordsTests {
    /// A zone two hours ahead of UTC.
    private let zone = Zone { _ in Zone.LocalTime(secondsEast: 7200, abbreviation: "EET") }

    @Test(arguments: [
        ("OrganisationName", "Organisation name"), ("sat_math_avg_score", "Sat math avg score"),
        ("ParentODSCode", "Parent ODS code"),
        ("city", "City"), ("IFR", "IFR"), ("a\u{1B}b", "A\\x1bb"), ("", ""),
    ])
    func `names of members are written as text`(_ name: String, _ text: String) {
        #expect(readable(name) == text)
    }

    @Test(arguments: [
        ("2h", "2026-11-20T12:07:00Z"), ("30 min ago", "2026-11-20T13:37:00Z"),
        ("3d", "2026-11-17T14:07:00Z"), ("-1week", "2026-11-13T14:07:00Z"),
        ("-2 days", "2026-11-18T14:07:00Z"),
        ("now", "2026-11-20T14:07:00Z"), ("today", "2026-11-19T22:00:00Z"),
        ("yesterday", "2026-11-18T22:00:00Z"),
        ("09:30", "2026-11-20T07:30:00Z"), ("2026-11-03", "2026-11-02T22:00:00Z"),
        ("2026-11-03 14:02", "2026-11-03T12:02:00Z"),
        ("2026-11-03T14:02:00Z", "2026-11-03T14:02:00Z"),
        ("2026-11-03T14:02:00+01:00", "2026-11-03T13:02:00Z"),
        ("09:30Z", "2026-11-20T09:30:00Z"), ("2026-11-03 14:02Z", "2026-11-03T14:02:00Z"),
        ("09:30 EET", "2026-11-20T07:30:00Z"), ("2026-11-03 14:02 EET", "2026-11-03T12:02:00Z"),
    ])
    func `moments are parsed as people write them, in local time`(_ text: String, _ moment: String) {
        #expect(UTC(said: text, now: Golden.now, zone: zone)?.description == moment)
    }

    @Test(arguments: [
        "soon", "", "25:00", "09:30 EST", "09:30 Z", "2026-13-01", "h", "99999999d", "--1h", "-1h ago ago",
    ])
    func `other text is not a moment`(_ text: String) {
        #expect(UTC(said: text, now: Golden.now, zone: zone) == nil)
    }

    @Test func `a moment shows its date unless it is today`() {
        #expect(zone.when(Golden.now, from: Golden.now) == "16:07 EET")
        #expect(zone.when(Golden.now + .seconds(8 * 3600), from: Golden.now) == "Sat 00:07 EET")
        #expect(zone.when(Golden.now - .seconds(10 * 86_400), from: Golden.now) == "2026-11-10 16:07 EET")
    }

    @Test(arguments: [
        (0, "UTC", "14:07Z", "14:07:00Z"), (0, "GMT", "14:07 GMT", "14:07:00 GMT"),
        (-18_000, "EST", "09:07 EST", "09:07:00 EST"), (-10_800, "-03", "11:07 -0300", "11:07:00 -0300"),
        (20_700, "+0545", "19:52 +0545", "19:52:00 +0545"), (3600, nil, "15:07 +0100", "15:07:00 +0100"),
        (0, "-00", "14:07 +0000", "14:07:00 +0000"), (-18_000, "UTC", "09:07 -0500", "09:07:00 -0500"),
    ])
    func `a time states its zone`(
        _ secondsEast: Int, _ abbreviation: String?, _ time: String, _ clock: String
    ) {
        let zone = Zone { _ in Zone.LocalTime(secondsEast: secondsEast, abbreviation: abbreviation) }
        #expect(zone.time(Golden.now) == time)
        #expect(zone.clock(Golden.now) == clock)
    }

    @Test func `pilots read UTC first, each time with the day of its own zone`() {
        let zone = Zone { _ in Zone.LocalTime(secondsEast: -18_000, abbreviation: "EST") }
        let paper = Paper(width: 80, now: Golden.now, zone: zone)
        #expect(paper.moment(Golden.now - .seconds(300)) == "09:02 EST, 5 min ago")
        #expect(paper.forPilots.moment(Golden.now - .seconds(300)) == "14:02Z (09:02 EST), 5 min ago")
        #expect(paper.forPilots.forPilots.when(Golden.now + .seconds(43_200)) == "Sat 02:07Z (21:07 EST)")
        #expect(Paper(width: 80, now: Golden.now).forPilots.when(Golden.now) == "14:07Z")
    }

    @Test func `JSON over several lines has the same value`() throws {
        let value: JSON = ["a": [1, ["b": .null], []], "c": "x\ny", "d": .object([])]
        #expect(try JSON(parsing: Array(value.pretty.utf8)) == value)
        #expect(value.pretty.hasPrefix("{\n    \"a\": [\n        1,\n"))
    }

    @Test func `JSON for a terminal has the same value without control characters`() throws {
        let value: JSON = ["a": "\u{9B}31m\u{202E}\u{E0041}\u{7F}é東"]
        let safe = escapedJSON(value.short)
        #expect(try JSON(parsing: Array(safe.utf8)) == value)
        #expect(safe == #"{"a":"\u009b31m\u202e\udb40\udc41\u007fé東"}"#)
    }
}

@Suite struct TableTests {
    private let paper = Paper(width: 30, now: Golden.now)

    @Test func `columns of the lowest rank are omitted first`() {
        let columns = [
            Column("A", isWhole: true), Column("B", isWhole: true, rank: 2),
            Column("C", isWhole: true, rank: 1),
        ]
        let row = Table.Row(["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"])
        #expect(paper.text(Table(columns, rows: [row])) == "A             B\naaaaaaaaaaaa  bbbbbbbbbbbb\n")
    }

    @Test func `if columns do not fit side by side, each row becomes a list`() {
        let columns = ["A", "B", "C"].map { Column($0, isWhole: true) }
        let row = Table.Row(["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"])
        #expect(
            paper.text(Table(columns, rows: [row])) == "aaaaaaaaaaaa\n  B: bbbbbbbbbbbb\n  C: cccccccccccc\n")
    }

    @Test func `an empty column is omitted`() {
        let table = Table([Column("A"), Column("B"), Column("C")], rows: [Table.Row(["a", "", "c"])])
        #expect(paper.text(table) == "A  C\na  c\n")
    }

    @Test func `numbers are aligned right, and wide characters count twice`() {
        let table = Table(
            [Column("CITY"), Column("N", isNumber: true)],
            rows: [Table.Row(["東京", "7"]), Table.Row(["Ulm", "123"])])
        #expect(paper.text(table) == "CITY    N\n東京    7\nUlm   123\n")
    }
}
