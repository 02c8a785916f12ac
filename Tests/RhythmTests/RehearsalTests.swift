import Records
import Rhythm
import Testing

@Suite struct RehearsalTests {
    @Test func `a score counts delays and requests`() {
        let publications = [100, 250, 400].map { RecordedPublication(published: UTC(seconds: $0)) }
        let score = RehearsalScore(
            requests: [0, 110, 300, 390].map { UTC(seconds: $0) }, publications: publications,
            from: UTC(seconds: 0), to: UTC(seconds: 86_400))
        #expect(score.count == 2)
        #expect(score.mean == 30)
        #expect(score.longest == 50)
        #expect(score.requestsPerDay == 4)
        #expect(score.worstDay == 4)
        #expect(score.uselessShare == 0.5)
        #expect(score.shortestPause == 90)
        #expect(score.longestPause == 190)
        #expect(score.special == nil)
    }

    @Test func `special reports and the others are scored apart, too`() {
        let publications = [(100, false), (200, true), (250, false)].map {
            RecordedPublication(published: UTC(seconds: $0), isSpecial: $1)
        }
        let score = RehearsalScore(
            requests: [0, 110, 300].map { UTC(seconds: $0) }, publications: publications,
            from: UTC(seconds: 0), to: UTC(seconds: 86_400))
        #expect(score.all.count == 3)
        #expect(score.routine.mean == 30)
        #expect(score.specials.mean == 100)
        let twice = RehearsalScore.average([score, score])
        #expect(twice == score)
    }

    @Test func `recorded publications are read by the names of their columns`() throws {
        let text = "special,published_unix,available_unix,filled\r\n1,200,260,0\n0,100,,1\n\n"
        let read = try RecordedPublication.read(Array(text.utf8), usesAvailability: true)
        #expect(
            read == [
                RecordedPublication(published: UTC(seconds: 100)),
                RecordedPublication(
                    published: UTC(seconds: 200), available: UTC(seconds: 260), isSpecial: true),
            ])
    }

    @Test(arguments: [
        ("", "line 1: no column published_unix"), ("published_unix\nx\n", "line 2: x is not a unix time"),
        ("special,published_unix\n1\n", "line 2: no published_unix"),
        ("published_unix\n1e99\n", "line 2: 1e99 is not a unix time"),
    ])
    func `a line that cannot be read is named`(text: String, message: String) {
        #expect {
            try RecordedPublication.read(Array(text.utf8), usesAvailability: false)
        } throws: { "\($0)" == message }
    }

    @Test func `every prefix of a file is read or refused`() {
        let text = Array("published_unix,available_unix,special\n1572567840,1572568000,1\n".utf8)
        var read = 0
        for count in 0...text.count {
            let prefix = Array(text.prefix(count))
            // A prefix may end in a header or a number that says nothing.
            if (try? RecordedPublication.read(prefix, usesAvailability: true)) != nil { read += 1 }
        }
        #expect(read > 0)
    }
}
