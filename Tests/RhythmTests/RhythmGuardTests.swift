import Records
import Rhythm
import Testing

@Suite struct RhythmGuardTests {
    @Test(arguments: [0, 17, 35, 51])
    func `an hourly report is at 0.6 of the timer's delay after 36 hours`(minute: Int) throws {
        for requests in [288, 144, 72] {
            let rehearsal = try rehearse(Publications.hourly(days: 6, minute: minute), requests)
            #expect(try ratio(rehearsal, after: .seconds(36 * 3600)) <= 0.6)
        }
    }

    @Test func `stamps that state only the date do not mislead`() throws {
        let dated = Publications.hourly(days: 12, minute: 33).map {
            RecordedPublication(
                published: UTC(seconds: $0.published.seconds / 86_400 * 86_400), available: $0.available)
        }
        #expect(try ratio(try rehearse(dated, 144), after: .seconds(2 * 86_400)) <= 0.6)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `publications without a rhythm are found as early as with a timer`(seed: UInt64) throws {
        for (perDay, requests) in [(30.0, 144), (4.0, 24)] {
            let publications = Publications.memoryless(days: 90, perDay: perDay, seed: seed)
            #expect(try ratio(try rehearse(publications, requests)) <= 1.06)
        }
    }

    @Test func `a change of habits is found within three periods`() throws {
        let change = 10
        let before = Publications.hourly(days: change, minute: 51)
        let after = Publications.hourly(days: change + 4, minute: 20).dropFirst(change * 24)
        let rehearsal = try rehearse(before + after, 144)
        let detected = UTC(seconds: Publications.start + Int64(change * 86_400 + 4 * 3600))
        let requests = rehearsal.requests(from: UTC(seconds: Publications.start))
        let score = RehearsalScore(
            requests: requests, publications: Array(after), from: detected,
            to: detected + .seconds(3 * 86_400))
        #expect(score.mean < 300)
    }

    @Test func `an hour's shift of a daily dataset costs less than a timer`() throws {
        let publications = Publications.daily(days: 60, shift: 40)
        #expect(try ratio(try rehearse(publications, 24), after: .seconds(38 * 86_400)) <= 0.9)
    }

    @Test(arguments: [0, 3, 11, 23])
    func `six requests a day find a daily dataset in time`(hour: Int) throws {
        let publications = Publications.weekly(
            days: 150, weekdays: [0, 1, 2, 3, 4, 5, 6], hour: hour, spread: 2400)
        #expect(try ratio(try rehearse(publications, 6)) <= 0.4)
    }

    @Test(arguments: [[1, 2, 3, 4, 5], [4]])
    func `days of the week without a publication cost no requests of the others`(weekdays: [Int]) throws {
        let publications = Publications.weekly(days: 500, weekdays: Set(weekdays), hour: 9, spread: 1800)
        #expect(try ratio(try rehearse(publications, 6)) <= 0.6)
        #expect(try ratio(try rehearse(publications, 24)) <= 0.6)
    }

    @Test(arguments: [[2, 22, 42], [11, 41], [37]])
    func `the clock of the program that writes a document does not mislead`(minutes: [Int]) throws {
        let publications = Publications.programmed(days: 60, minutes: minutes)
        #expect(try ratio(try rehearse(publications, 24)) <= 1.05)
    }

    @Test func `special reports arrive at most a quarter later than with a timer`() throws {
        let special = Publications.memoryless(days: 60, perDay: 1.5, seed: 4).map {
            RecordedPublication(published: $0.published, isSpecial: true)
        }
        let publications = (Publications.hourly(days: 60, minute: 51) + special).sorted {
            $0.available < $1.available
        }
        for requests in [288, 144, 72] {
            let rehearsal = try rehearse(publications, requests)
            let model = try #require(rehearsal.model()?.special)
            let timer = try #require(rehearsal.timer()?.special)
            #expect(model <= timer * 1.25)
        }
    }

    @Test func `an outage of a day costs nothing that was learned`() throws {
        let publications = Publications.hourly(days: 12, minute: 51).filter { publication in
            let day = (publication.published.seconds - Publications.start) / 86_400
            return day != 8
        }
        let rehearsal = try rehearse(publications, 144)
        #expect(try ratio(rehearsal, after: .seconds(9 * 86_400 + 3600)) <= 0.4)
    }

    @Test func `no request exceeds the budget, whatever is published`() throws {
        let sources = [
            Publications.hourly(days: 9, minute: 7), Publications.daily(days: 60, shift: 30),
            Publications.memoryless(days: 30, perDay: 8, seed: 9),
        ]
        for publications in sources {
            for requests in [288, 96, 24, 6] {
                let score = try #require(try rehearse(publications, requests).model())
                #expect(score.worstDay <= Double(requests) * 1.25)
                #expect(score.requestsPerDay <= Double(requests) * 1.01 + 0.2)
            }
        }
    }

    private func rehearse(_ publications: [RecordedPublication], _ requests: Int) throws -> Rehearsal {
        Rehearsal(publications, budget: try #require(RequestBudget(requestsPerDay: requests)))
    }

    private func ratio(_ rehearsal: Rehearsal, after skipped: Duration = .zero) throws -> Double {
        let model = try #require(rehearsal.model(after: skipped))
        let timer = try #require(rehearsal.timer(after: skipped))
        return model.mean / timer.mean
    }
}
