import Records
import Testing

@Suite struct NameChangeTests {
    private let change = NameChange("gust", .new, since: UTC(seconds: 5), documents: 2, records: 7)

    @Test func `a change is parsed as it was written`() {
        #expect(NameChange(change.json) == change)
    }

    @Test func `a change without one of its counts is not taken for one that no document has`() {
        for count in ["documents", "records"] {
            let others = (change.json.object ?? []).filter { $0.name != count }
            #expect(NameChange(JSON.object(others)) == nil)
        }
    }
}
