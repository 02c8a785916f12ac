import Records
import Rhythm
import Testing

/// The statement that a publication is missing, on invented times.
@Suite struct OverdueTests {
    private static let budget = RequestBudget(interval: .seconds(300))

    /// A rhythm that follows an hourly report at minute 51 until it ends.
    private struct Followed {
        var rhythm = SourceRhythm(budget: OverdueTests.budget)
        var now: UTC
        var rest: ArraySlice<RecordedPublication>
        /// Whether it was ever said that a report is missing.
        var wasOverdue = false

        init(_ publications: [RecordedPublication], until end: UTC) {
            rest = publications[...]
            now = publications[0].available
            while now < end { ask() }
        }

        mutating func ask() {
            let news = rest.prefix { $0.available <= now }
            rest = rest.dropFirst(news.count)
            rhythm.record(news.isEmpty ? .unchanged : .published(stamps: news.map(\.published)), at: now)
            wasOverdue = wasOverdue || rhythm.overdue != nil
            now = rhythm.nextAttempt(after: now, notBefore: now)
        }
    }

    private static let days = 40
    private static let end = UTC(seconds: Publications.start + Int64(days * 86_400))

    private func hourly() -> [RecordedPublication] {
        Publications.hourly(days: OverdueTests.days, minute: 51)
    }

    @Test func `a report that does not come is missing since its usual time`() throws {
        var followed = Followed(hourly(), until: OverdueTests.end)
        let wasOverdue = followed.wasOverdue
        #expect(!wasOverdue)
        while followed.rhythm.overdue == nil { followed.ask() }
        let overdue = try #require(followed.rhythm.overdue)
        let usual = OverdueTests.end + .seconds(51 * 60)
        #expect(overdue.expected > usual - .seconds(90) && overdue.expected < usual + .seconds(90))
        #expect(overdue.limit > usual + .seconds(200) && overdue.limit < usual + .seconds(900))
        #expect(overdue.checked >= overdue.limit && overdue.checked < overdue.limit + .seconds(2))
        let limit = try #require(followed.rhythm.summary(at: followed.now).limit)
        #expect(overdue.expected + limit < overdue.limit + .seconds(5))
    }

    @Test func `it stays missing in later cycles, with the latest answer, until news come`() throws {
        var followed = Followed(hourly(), until: OverdueTests.end)
        while followed.rhythm.overdue == nil { followed.ask() }
        let first = try #require(followed.rhythm.overdue)
        while followed.now < first.limit + .seconds(3 * 3600) { followed.ask() }
        let later = try #require(followed.rhythm.overdue)
        #expect(abs((later.expected - first.expected).components.seconds) < 60)
        #expect(later.limit == first.limit)
        #expect(later.checked > first.checked + .seconds(2 * 3600))
        followed.rhythm.record(.published(stamps: []), at: followed.now)
        let none = followed.rhythm.overdue
        #expect(none == nil)
    }

    @Test func `a failed request shows nothing`() {
        var followed = Followed(hourly(), until: OverdueTests.end + .seconds(50 * 60))
        let late = OverdueTests.end + .seconds(51 * 60 + 1500)
        while followed.now < late {
            followed.rhythm.record(.failed, at: followed.now)
            followed.now = followed.now + .seconds(300)
            let overdue = followed.rhythm.overdue
            #expect(overdue == nil)
        }
        followed.rhythm.record(.unchanged, at: followed.now)
        let overdue = followed.rhythm.overdue
        #expect(overdue != nil)
    }

    @Test func `after a suspend nothing is missing until a whole cycle was followed`() {
        var followed = Followed(hourly(), until: OverdueTests.end)
        followed.now = followed.now + .seconds(8 * 3600 + 1800)
        followed.rhythm.record(.unchanged, at: followed.now)
        let none = followed.rhythm.overdue
        #expect(none == nil)
    }

    @Test func `nothing is missing without answers after the limit, nor in the first weeks`() {
        let followed = Followed(hourly(), until: OverdueTests.end + .seconds(51 * 60 + 200))
        let none = followed.rhythm.overdue
        #expect(none == nil)
        let end = UTC(seconds: Publications.start + 15 * 86_400)
        var young = Followed(Publications.hourly(days: 15, minute: 51), until: end)
        while young.now < end + .seconds(86_400) { young.ask() }
        let wasOverdue = young.wasOverdue
        #expect(!wasOverdue)
        let summary = young.rhythm.summary(at: end)
        #expect(summary.limit == nil)
    }

    @Test func `a station that is closed at night, or on Sundays, is not late then`() {
        for isOpen in [{ $0 % 24 >= 6 && $0 % 24 < 22 }, { ($0 / 24) % 7 != 3 }] as [(Int) -> Bool] {
            let all = Publications.hourly(days: 90, minute: 51)
            let open = all.indices.filter(isOpen).map { all[$0] }
            let followed = Followed(open, until: open[open.count - 1].available)
            let wasOverdue = followed.wasOverdue
            #expect(!wasOverdue)
        }
    }

    @Test func `a stored state keeps what is missing`() throws {
        var followed = Followed(hourly(), until: OverdueTests.end)
        while followed.rhythm.overdue == nil { followed.ask() }
        let restored = SourceRhythm(budget: OverdueTests.budget, state: followed.rhythm.state)
        let (kept, before) = (try #require(restored.overdue), try #require(followed.rhythm.overdue))
        #expect(kept.limit == before.limit && kept.checked == before.checked)
        #expect(abs((kept.expected - before.expected).components.seconds) < 2)
    }

    @Test func `a delivery is no answer: what is missing was checked before it`() throws {
        var followed = Followed(hourly(), until: OverdueTests.end)
        while followed.rhythm.overdue == nil { followed.ask() }
        let asked = try #require(followed.rhythm.overdue)
        // Nothing is learned from it, as after a clock was set back.
        followed.rhythm.record(.published(stamps: []), at: asked.checked, cause: .delivery)
        followed.rhythm.record(.unchanged, at: followed.now + .seconds(60), cause: .delivery)
        let known = try #require(followed.rhythm.overdue)
        #expect(known.checked == asked.checked)
        let restored = SourceRhythm(budget: OverdueTests.budget, state: followed.rhythm.state)
        #expect(try #require(restored.overdue).checked == asked.checked)

        followed.rhythm.record(.unchanged, at: followed.now + .seconds(120))
        #expect(try #require(followed.rhythm.overdue).checked == followed.now + .seconds(120))
    }

    @Test func `a delivered publication is no longer missing`() {
        var followed = Followed(hourly(), until: OverdueTests.end)
        while followed.rhythm.overdue == nil { followed.ask() }
        followed.rhythm.record(.published(stamps: []), at: followed.now, cause: .delivery)
        let none = followed.rhythm.overdue
        #expect(none == nil)
    }

    @Test func `a source without a rhythm is never late`() throws {
        let publications = Publications.memoryless(days: 60, perDay: 20, seed: 4)
        let end = try #require(publications.last?.available) + .seconds(5 * 86_400)
        let wasOverdue = Followed(publications, until: end).wasOverdue
        #expect(!wasOverdue)
    }
}
