import Decoding
import Records
import Testing

@Suite struct LooseTimeTests {
    @Test(arguments: [
        ("2026112824", "2026-11-29T00:00:00Z"), ("202611282400", "2026-11-29T00:00:00Z"),
        ("2026112814", "2026-11-28T14:00:00Z"), ("202611281405", "2026-11-28T14:05:00Z"),
        ("20261128140507", "2026-11-28T14:05:07Z"), ("20261128140507123", "2026-11-28T14:05:07Z"),
        ("20261128", "2026-11-28T00:00:00Z"), ("2026332", "2026-11-28T00:00:00Z"),
        ("2026", "2026-01-01T00:00:00Z"),
        ("20261128T140507Z", "2026-11-28T14:05:07Z"), ("20261128T1405+0100", "2026-11-28T13:05:00Z"),
        ("2026-W48-6", "2026-11-28T00:00:00Z"), ("2026W48", "2026-11-23T00:00:00Z"),
    ])
    func `digits without separators are the date that they state`(text: String, moment: String) {
        #expect(UTC(looseText: text)?.description == moment)
    }

    @Test(arguments: [
        ("1795874400", "2026-11-28T14:00:00Z"), ("1795874400.25", "2026-11-28T14:00:00Z"),
        ("1795874400000", "2026-11-28T14:00:00Z"), ("1795874400000000", "2026-11-28T14:00:00Z"),
        ("1795874400000000000", "2026-11-28T14:00:00Z"), ("912265200", "1998-11-28T15:00:00Z"),
        ("/Date(1795874400000)/", "2026-11-28T14:00:00Z"),
        ("/Date(1795874400000+0100)/", "2026-11-28T14:00:00Z"),
    ])
    func `the number of digits tells the unit of a count`(text: String, moment: String) {
        #expect(UTC(looseText: text)?.description == moment)
    }

    @Test(arguments: [
        "0", "1", "86400", "99", "-1", "12345", "261128", "202611", "28112026", "11281405", "12345678901",
        "99999999999999",
        "46354.5", "2026112825",
    ])
    func `a number without one meaning is not a time, and the fault names the setting`(text: String) {
        // Twenty-five hours: a count of seconds.
        if text == "2026112825" {
            return #expect(UTC(looseText: text)?.description == "2034-03-16T09:07:05Z")
        }
        #expect(UTC(looseText: text) == nil)
        #expect(TimeForm().fault(text) == "not a time: TimeFormat= gives the form or unit of numbers")
    }

    @Test(arguments: [
        ("28.11.26", "2026-11-28T00:00:00Z"), ("31.12.99", "1999-12-31T00:00:00Z"),
        ("05.11.2026", "2026-11-05T00:00:00Z"),
        ("28. 11. 2026 14:05", "2026-11-28T14:05:00Z"), ("28/11/2026 2:05 PM", "2026-11-28T14:05:00Z"),
        ("11/28/2026", "2026-11-28T00:00:00Z"), ("05/05/2026", "2026-05-05T00:00:00Z"),
        ("2026/11/05", "2026-11-05T00:00:00Z"),
        ("2026.11.05", "2026-11-05T00:00:00Z"), ("31-12-99", "1999-12-31T00:00:00Z"),
        ("2026年11月28日", "2026-11-28T00:00:00Z"),
        ("28. November 2026", "2026-11-28T00:00:00Z"), ("1. März 2026", "2026-03-01T00:00:00Z"),
        ("28 de diciembre de 2026", "2026-12-28T00:00:00Z"), ("5 août 2026 08:00", "2026-08-05T08:00:00Z"),
    ])
    func `a date in numbers that has one meaning by itself is read`(text: String, moment: String) {
        #expect(UTC(looseText: text)?.description == moment)
    }

    @Test(arguments: ["11/05/2026", "5/11/2026 14:00", "26-11-28", "11-05-26", "01/02/03"])
    func `a date that may be two days is refused, and the fault names the settings`(text: String) {
        #expect(UTC(looseText: text) == nil)
        #expect(TimeForm().fault(text).hasPrefix("not a date of one meaning: TimeFormat=dmy or TimeFormat="))
    }

    @Test(arguments: [
        "11.28.2026", "13/13/2026", "31/02/2026", "28", "11 28", "10:00", "2025-W53-1", "+202-W48",
        "2026 10:00", "26 11 28",
    ])
    func `a text that is no date has no moment`(text: String) {
        #expect(UTC(looseText: text) == nil)
    }

    @Test(arguments: [
        ("dmy", "11/05/2026", "2026-05-11T00:00:00Z"), ("mdy", "11/05/2026 14:00", "2026-11-05T14:00:00Z"),
        ("ymd", "26-11-28", "2026-11-28T00:00:00Z"), ("mdy", "11.28.26", "2026-11-28T00:00:00Z"),
        ("seconds", "0", "1970-01-01T00:00:00Z"), ("seconds", "86400", "1970-01-02T00:00:00Z"),
        ("seconds", "2026112814", "2034-03-16T09:06:54Z"),
        ("milliseconds", "86400000", "1970-01-02T00:00:00Z"),
        ("excel", "46354.5", "2026-11-28T12:00:00Z"), ("yyyyMMddHH", "2026112814", "2026-11-28T14:00:00Z"),
        ("ddMMyyyy", "28112026", "2026-11-28T00:00:00Z"),
        ("dd/MM/yyyy hh:mm a", "05/11/2026 02:05 PM", "2026-11-05T14:05:00Z"),
        ("d.M.yy H:mm", "5.11.26 9:05", "2026-11-05T09:05:00Z"),
        ("yyyy-MM-ddTHH:mm:ss.SSSZ", "2026-11-28T14:00:00.250+01:00", "2026-11-28T13:00:00Z"),
        ("yyyyDDD", "2026332", "2026-11-28T00:00:00Z"), ("yyMMdd", "261128", "2026-11-28T00:00:00Z"),
    ])
    func `a setting decides the order, the unit or the form`(setting: String, text: String, moment: String)
        throws
    {
        let form = try #require(TimeForm(setting: setting))
        #expect(UTC(looseText: text, form: form)?.description == moment)
    }

    @Test(arguments: [
        "", "x", "dd", "yyyyQ", "yyyyyMMyy", "DMY", "yyyy-mm-dd", "yyyymm", "dd/mm/yyyy", "yyyy-MM-DD",
        "yyyy DDD d", "yyyy-MM-dd hh:mm",
        "yyyy-MM-dd HH:ss", "yyyy HH:mm", "yyyy-MM-dd a",
    ])
    func `a setting that gives no form is refused`(setting: String) {
        #expect(TimeForm(setting: setting) == nil)
    }

    @Test func `a day of the year that the year lacks has no moment`() throws {
        let form = try #require(TimeForm(setting: "yyyyDDD"))
        #expect(UTC(looseText: "2024366", form: form)?.description == "2024-12-31T00:00:00Z")
        for text in ["2026366", "2026000"] { #expect(UTC(looseText: text, form: form) == nil) }
    }

    @Test func `a pattern reads no other form`() throws {
        let form = try #require(TimeForm(setting: "yyyyMMdd"))
        for text in ["2026112", "202611281", "2026-11-28", "20261328", ""] {
            #expect(UTC(looseText: text, form: form) == nil)
        }
    }

    @Test(arguments: ["2026-05-06 10:00 CST", "Wed, 06 May 2026 10:00:00 BST", "6 May 2026 10:00 ast"])
    func `a zone of several meanings is named`(text: String) {
        #expect(UTC(looseText: text) == nil)
        let zone = text.suffix(3)
        #expect(TimeForm().fault(text) == "not a time of one meaning: \(zone) is the name of several zones")
    }
}
