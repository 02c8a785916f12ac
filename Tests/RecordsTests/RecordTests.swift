import Records
import Testing

@Suite struct RecordTests {
    private let plain = Record(key: "k", data: Array(#"{"a":1}"#.utf8))

    @Test func `the hash depends on data, title, group and position`() throws {
        var records = [plain, plain, plain, plain, plain, plain]
        records[1].data = Array(#"{"a":2}"#.utf8)
        records[2].title = "x"
        records[3].group = "x"
        records[4].position = Position(latitude: 1, longitude: 2)
        records[5].position = Position(latitude: 2, longitude: 1)

        #expect(Set(records.map(\.hash)).count == records.count)
    }

    @Test func `the hash does not depend on the key`() {
        let other = Record(key: "other", data: plain.data)
        #expect(other.hash == plain.hash)
        #expect(
            Record(key: "k", title: "\u{E9}", data: []).hash
                != Record(key: "k", title: "e\u{301}", data: []).hash)
    }

    @Test func `the hash is the same in every process`() {
        // Computed by a C program with the same library.
        #expect(plain.hash == RecordHash(low: 0xB6B7_1371_62FA_70FB, high: 0x3C8C_1416_63AC_F5A1))
        let titled = Record(key: "k", title: "t", data: plain.data)
        #expect(titled.hash == RecordHash(low: 0x47F9_08F9_7607_835D, high: 0x3359_09DE_42EF_6E4F))
    }
}
