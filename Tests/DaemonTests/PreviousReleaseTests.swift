import Records
import Testing

/// A state folder of the previous release, opened by this one.
@Suite(.serialized) struct PreviousReleaseTests {
    private let folder = Folder()
    /// The last cursor that the previous release returned, and the oldest that it accepted.
    private let last = "0969478d990747ca.11"
    private let oldest = "0969478d990747ca.0"

    init() {
        let corpus = Folder(
            at: #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Corpus/state-0.1")
        for name in [
            "private/almanac.db", "private/documents/quiet.z", "private/documents/rows.z", "rows.json",
            "quiet.json",
        ] {
            folder.copy("state/\(name)", from: corpus, name)
        }
        for name in ["rows", "quiet"] {
            folder.copy("\(name).csv", from: corpus, "\(name).csv")
            let text = corpus.read("\(name).source") ?? ""
            folder.write("etc/sources.d/\(name).source", text.replacing("FOLDER", with: folder.path))
        }
    }

    private func published() -> [String?] { ["rows", "quiet"].map { folder.read("state/\($0).json") } }

    @Test func `no record is lost, no change is reported, and the published files stay as they are`() throws {
        let before = published()
        let fixture = try LiveDaemon(folder)
        for name in ["rows", "quiet"] { try fixture.turn(until: name, is: "fresh") }

        #expect(try fixture.call("GetStatus")["cursor"]?.string == last)
        #expect(try fixture.call("GetStatus")["records"] == 6)
        let all = try fixture.subscribe()
        try fixture.turn(until: { all.has("ready") })
        #expect(all.records.map { $0.split(separator: " ")[1] } == ["a", "b", "2", "3", "4", "bad"])
        #expect(published() == before && before.allSatisfy { $0 != nil })
        fixture.end()
        #expect(published() == before)
    }

    @Test func `cursors of the previous release stay valid, also after further changes`() throws {
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let resumed = try fixture.subscribe(["since": .string(last)])
        try fixture.turn(until: { resumed.has("ready") })
        #expect(resumed.records == [])

        folder.replace("rows.csv", "id,name,count\n2,zwei,2\n3,drei,31\n4,vier,4\nbad,bad,x\n")
        try fixture.turn(until: { resumed.records == ["changed 3"] })
        #expect(resumed.cursor.hasSuffix(".12") && !resumed.cursor.hasPrefix("0969478d990747ca"))
        let again = try fixture.subscribe(["since": .string(last)])
        try fixture.turn(until: { again.has("ready") })
        #expect(again.records == ["changed 3"])
        let all = try fixture.subscribe(["since": .string(oldest)])
        try fixture.turn(until: { all.has("ready") })
        #expect(all.records.count == 12)
        fixture.end()
    }
}
