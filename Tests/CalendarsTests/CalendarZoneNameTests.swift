import Testing

/// The names of time zones in documents.
@Suite struct CalendarZoneNameTests {
    /// Expands an event at nine o'clock of a zone in July.
    private func expand(_ zone: String, without missing: Set<String> = []) throws -> Expander.Result {
        try Expander.expand(
            start: ";TZID=\"\(zone)\":20260701T090000", at: "2026-07-01T00:00:00Z",
            header: "X-WR-TIMEZONE:Asia/Kolkata", without: missing)
    }

    @Test(arguments: [
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "07:00"),
        ("(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "07:00"),
        ("(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague", "07:00"),
        ("(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "08:00"),
        ("(UTC) Coordinated Universal Time", "09:00"),
        ("(UTC-05:00) Eastern Time (US & Canada)", "13:00"), ("(UTC-07:00) Arizona", "16:00"),
        ("(UTC-08:00) Pacific Time (US & Canada)", "16:00"), ("(UTC-03:30) Newfoundland", "11:30"),
        ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "03:30"), ("(UTC+10:00) Brisbane", "23:00"),
        ("(UTC+10:00) Canberra, Melbourne, Sydney", "23:00"), ("(UTC+05:45) Kathmandu", "03:15"),
    ])
    func `a name that Windows displays is that zone`(name: String, time: String) throws {
        let result = try expand(name)
        let day = time == "23:00" ? "2026-06-30" : "2026-07-01"
        #expect(result.starts == ["\(day)T\(time):00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test func `the offset of an unknown display name counts all year, and is reported`() throws {
        let result = try expand("(UTC+01:00) Nowhere")
        #expect(result.starts == ["2026-07-01T08:00:00Z"])
        #expect(result.faults == ["TZID is no known time zone; the offset that it states counts all year"])
    }

    @Test(arguments: [
        ("+02:00", "07:00"), ("+0200", "07:00"), ("UTC+2", "07:00"), ("GMT+02:00", "07:00"),
        ("UTC-5", "14:00"), ("(GMT +02:00)", "07:00"),
        ("GMT-0530", "14:30"), ("UTC+5:30", "03:30"), ("Etc/GMT-2", "07:00"), ("GMT+0", "09:00"),
    ])
    func `an offset is a zone without daylight saving time`(name: String, time: String) throws {
        let result = try expand(name)
        #expect(result.starts == ["2026-07-01T\(time):00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test(arguments: [
        ("US/Eastern", "13:00"), ("Asia/Calcutta", "03:30"), ("Europe/Kiev", "06:00"),
        ("US-Pacific", "16:00"), ("FLE Standard Time", "06:00"), ("India Standard Time", "03:30"),
        ("Argentina Standard Time", "12:00"), ("US Eastern Standard Time", "13:00"), ("Eire", "08:00"),
    ])
    func `a former name means the same zone, though the tz database lacks it`(
        name: String, time: String
    ) throws {
        let former: Set = [
            "US/Eastern", "Asia/Calcutta", "Europe/Kiev", "US/Pacific", "America/Buenos_Aires", "Eire",
            "America/Indianapolis", "America/Fort_Wayne", "US/East-Indiana",
        ]
        let result = try expand(name, without: former)
        #expect(result.starts == ["2026-07-01T\(time):00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test func `a new name means the same zone in an older tz database`() throws {
        #expect(try expand("Europe/Kyiv", without: ["Europe/Kyiv"]).starts == ["2026-07-01T06:00:00Z"])
    }

    @Test(arguments: [
        "europe/berlin", "EUROPE/BERLIN", " Europe/Berlin ", "EUROPE/berlin", "Europe/Berlin/",
    ])
    func `capital letters and blanks do not matter`(name: String) throws {
        let result = try expand(name)
        #expect(result.starts == ["2026-07-01T07:00:00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test(arguments: ["America/New York", "america/new_york", "AMERICA/NEW_YORK"])
    func `a blank means an underscore`(name: String) throws {
        #expect(try expand(name).starts == ["2026-07-01T13:00:00Z"])
    }

    @Test(arguments: [
        ("Alberta Standard Time", "15:00"), ("British Columbia Standard Time", "16:00"),
        ("Manitoba Standard Time", "14:00"),
    ])
    func `the zones that Windows has since 2026 are known`(name: String, time: String) throws {
        #expect(try expand(name).starts == ["2026-07-01T\(time):00Z"])
    }
}
