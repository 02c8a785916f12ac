import Refreshing
import Testing

@Suite struct RecentObjectsTests {
    private final class Thing {}

    @Test func `an object takes the place of the oldest one`() {
        let recent = RecentObjects<Thing>(most: 2)
        let things = (0..<5).map { _ in Thing() }
        let displaced = things.map { recent.add($0) }
        #expect(displaced.map { $0 == nil } == [true, true, false, false, false])
        for index in 2..<5 { #expect(displaced[index] === things[index - 2]) }
    }

    @Test func `an object that is gone is not displaced`() {
        let recent = RecentObjects<Thing>(most: 1)
        var thing: Thing? = Thing()
        _ = thing.map { recent.add($0) }
        thing = nil
        #expect(recent.add(Thing()) == nil)
    }
}
