import Records
import Testing

@Suite struct UTCTests {
    @Test(arguments: [
        ("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z"),
        ("2021-06-03T07:51:00+0000", "2021-06-03T07:51:00Z"),
        ("2024-02-29 23:59", "2024-02-29T23:59:00Z"),
        ("2000-01-01T00:00:00.25-05:00", "2000-01-01T05:00:00Z"),
        ("2026-11-30T10:30,5Z", "2026-11-30T10:30:30Z"),
        ("2026-11-30T10:30.25+01:00", "2026-11-30T09:30:15Z"),
        ("1969-12-31", "1969-12-31T00:00:00Z"),
        ("2026-11-28T14:00:00+01:00[Europe/Berlin]", "2026-11-28T13:00:00Z"),
        ("2026-11-28T14:00:00+01[!Europe/Berlin][u-ca=iso8601]", "2026-11-28T13:00:00Z"),
        ("2026-11-28T14:00:00Z[Europe/London]", "2026-11-28T14:00:00Z"),
        ("2026-11-28T14:00:00\u{2212}05:00", "2026-11-28T19:00:00Z"),
    ])
    func `an ISO 8601 date is read as the moment it denotes`(text: String, expected: String) {
        #expect(UTC(iso8601: text)?.description == expected)
    }

    @Test(arguments: [
        "2023-02-29", "2024-13-01T00:00:00Z", "20240101", "2024-01-01T24:00:00Z", "", "2024-01-01Tx",
        "2026-11-28T14:00:00+25:00", "2026-11-28T14:00:00+05:60", "2026-11-28T14:00:00[Europe/Berlin]",
        "2026-11-28T14:00:00Z[Europe/London", "2026-11-28T14:00:00Z]", "2026-11-28T14:00:00\u{2211}05:00",
    ])
    func `a text that is not a date is rejected`(text: String) {
        #expect(UTC(iso8601: text) == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `the three HTTP dates denote the same moment`(text: String) {
        #expect(UTC(httpDate: text)?.seconds == 784_111_777)
        #expect(UTC(httpDate: text)?.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "Sun, 6 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 94 08:49:37 GMT",
    ])
    func `a date that programs write in place of an HTTP date denotes the same moment`(text: String) {
        #expect(UTC(httpDate: text)?.seconds == 784_111_777)
    }

    @Test(arguments: ["Sun, 06 Now 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994"])
    func `a text that is no HTTP date is rejected`(text: String) {
        #expect(UTC(httpDate: text) == nil)
    }

    @Test func `fields and moments convert into each other over four centuries`() {
        for day in stride(from: Int64(-40_000), to: 110_000, by: 37) {
            let moment = UTC(seconds: day * 86_400 + 12_345)
            #expect(UTC(moment.fields) == moment)
        }
    }
}
