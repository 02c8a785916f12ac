import Records
import Sky
import Testing

/// The computed times beside those of the PyPI package ephem, which `expectation` printed.
@Suite struct SkyAccuracyTests {
    /// Returns the largest difference of an event in seconds, and its words, up to a latitude north and south.
    /// Events that one of the two programs lacks are not compared.
    private static func worst(_ body: SkyBody, within latitude: Double) throws -> (Double, String) {
        var worst = (0.0, "")
        for expected in try ExpectedTimes.all() where expected.body == body {
            guard abs(expected.position.latitude) <= latitude else { continue }
            for time in expected.times(in: try expected.record()) {
                guard let known = time.expected, let found = time.found else { continue }
                let seconds = abs(Double((found - known).microseconds)) / 1_000_000
                let text = "\(time.name) at \(expected.position) on \(expected.date): \(found), not \(known)"
                if seconds > worst.0 { worst = (seconds, text) }
            }
        }
        return worst
    }

    @Test func `the times of the Sun are right to a minute up to 60 degrees of latitude`() throws {
        let (seconds, text) = try Self.worst(.sun, within: 60)
        #expect(seconds > 0)
        #expect(seconds <= 60, "\(text)")
    }

    @Test func `the times of the Moon are right to two minutes up to 60 degrees of latitude`() throws {
        let (seconds, text) = try Self.worst(.moon, within: 60)
        #expect(seconds > 0)
        #expect(seconds <= 120, "\(text)")
    }

    @Test func `the phase of the Moon is right to half a degree`() throws {
        for expected in try ExpectedTimes.all() where expected.body == .moon {
            let found = try #require(expected.record()["moonphase"]?.double)
            let difference = (found - (try #require(expected.phase))) / 360
            #expect(abs(difference - difference.rounded()) * 360 < 0.5, "\(expected.date)")
        }
    }

    @Test func `an event that a date lacks has a reason, and one that it has a time`() throws {
        for expected in try ExpectedTimes.all() {
            for time in expected.times(in: try expected.record()) {
                #expect((time.found == nil) == (time.reason != nil), "\(time.name) \(expected.date)")
            }
        }
    }

    @Test func `up to 60 degrees, exactly the events that a date lacks are missing`() throws {
        for expected in try ExpectedTimes.all() where abs(expected.position.latitude) <= 60 {
            for time in expected.times(in: try expected.record()) {
                let text = "\(time.name) at \(expected.position) on \(expected.date)"
                #expect((time.found == nil) == (time.expected == nil), "\(text)")
            }
        }
    }
}
