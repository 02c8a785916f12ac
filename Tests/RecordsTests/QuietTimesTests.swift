import Records
import Testing

@Suite struct QuietTimesTests {
    /// Returns a moment on Wednesday, 1 May 2024.
    private func moment(_ clock: String, day: String = "01") throws -> UTC {
        try #require(UTC(iso8601: "2024-05-\(day)T\(clock)Z"))
    }

    @Test func `a moment in quiet hours waits for the end of the last one`() throws {
        var times = QuietTimes()
        for hour in [22, 23, 24, 1] { times.add(hour: hour) }
        #expect(try times.end(from: moment("21:59:59")) == moment("21:59:59"))
        #expect(try times.end(from: moment("22:10:00")) == moment("02:00:00", day: "02"))
        #expect(try times.end(from: moment("01:59:59")) == moment("02:00:00"))
    }

    @Test func `a moment in a quiet day waits for the next day`() throws {
        var times = QuietTimes()
        for day in ["Saturday", "SUNDAY"] { times.add(day: day) }
        #expect(try times.end(from: moment("12:00:00", day: "04")) == moment("00:00:00", day: "06"))
        #expect(try times.end(from: moment("23:59:59", day: "03")) == moment("23:59:59", day: "03"))
    }

    @Test func `quiet times that cover the whole week are ignored`() throws {
        var times = QuietTimes()
        for hour in 0..<24 { times.add(hour: hour) }
        #expect(try times.end(from: moment("12:34:56")) == moment("12:34:56"))
    }

    @Test func `an invalid hour or day is ignored`() {
        var times = QuietTimes()
        for hour in [-1, 25, 99] { times.add(hour: hour) }
        times.add(day: "Someday")
        #expect(times.isEmpty)
    }

    @Test func `quiet times survive a round trip through JSON`() {
        var times = QuietTimes()
        times.add(hour: 0)
        times.add(hour: 23)
        times.add(day: "Saturday")
        #expect(QuietTimes(times.json) == times)
    }
}
