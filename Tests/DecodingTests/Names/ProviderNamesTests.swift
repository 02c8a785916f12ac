import Decoding
import Testing

@Suite struct ProviderNamesTests {
    private func counts(_ names: ProviderNames) -> [String] {
        names.counts.map { "\($0.name) \($0.records)" }
    }

    @Test func `a name counts once for each record`() {
        var names = ProviderNames()
        for record in [["a", "b", "b"], ["b"], ["c", "a"], []] {
            names.addRecord()
            for name in record { names.add(name) }
        }
        #expect(names.records == 4)
        #expect(counts(names) == ["a 2", "b 2", "c 1"])
    }

    @Test func `equal names in different places are different names`() {
        var names = ProviderNames()
        names.addRecord()
        let info = names.add("info")
        names.add("a", in: info)
        names.add("a")
        let area = names.add("area", in: info)
        names.add("a", in: area)
        #expect(counts(names) == ["info 1", "info/a 1", "a 1", "info/area 1", "info/area/a 1"])
    }

    @Test func `a name of more than 64 bytes, an empty one and one with control characters do not count`() {
        var names = ProviderNames()
        names.addRecord()
        let place = names.add(String(repeating: "x", count: 65))
        names.add("inside", in: place)
        names.add("")
        names.add("a\nb")
        names.add(String(repeating: "y", count: 64))
        #expect(counts(names) == [String(repeating: "y", count: 64) + " 1"])
        #expect(!names.isFull)
    }

    @Test func `the 501st name does not count, and the names are known to be incomplete`() {
        var names = ProviderNames()
        names.addRecord()
        for number in 0..<500 { names.add("n\(number)") }
        #expect(!names.isFull)
        names.add("n7")
        #expect(!names.isFull)
        let place = names.add("n500")
        names.add("n501", in: place)
        #expect(names.isFull)
        #expect(names.counts.count == 500)
    }

    @Test func `canonically equivalent names are different names`() {
        var names = ProviderNames()
        names.addRecord()
        names.add("é")
        names.add("e\u{301}")
        #expect(names.counts.count == 2)
    }
}
