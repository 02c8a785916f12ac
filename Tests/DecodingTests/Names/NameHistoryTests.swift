import Decoding
import Records
import Testing

@Suite struct NameHistoryTests {
    private let start = UTC(iso8601: "2026-11-24T00:00:00Z") ?? UTC(seconds: 0)

    /// Returns the names of a document, of which each record has all.
    private func names(_ words: [String], records: Int = 10) -> ProviderNames {
        names((0..<records).map { _ in words })
    }

    private func names(_ records: [[String]]) -> ProviderNames {
        var names = ProviderNames()
        for record in records {
            names.addRecord()
            for word in record { names.add(word) }
        }
        return names
    }

    /// Adds documents an hour apart, and returns what each of them reports.
    private func reports(
        _ documents: [ProviderNames], _ history: inout NameHistory, known: KnownNames = KnownNames()
    ) -> [[String]] {
        documents.map { document in
            let moment = start + .seconds(3600 * Int64(history.json["documents"]?.int ?? 0))
            return history.add(document, at: moment, known: known).map {
                "\($0.kind) \($0.name)" + ($0.instead.map { ", \($0)" } ?? "")
            }
        }
    }

    /// Returns a history of documents with records that have all names.
    private func history(_ words: [String] = ["id", "time"], documents: Int = 20) -> NameHistory {
        var history = NameHistory(of: "x")
        _ = reports((0..<documents).map { _ in names(words) }, &history)
        return history
    }

    @Test func `a name is new once twenty documents lacked it, and is reported once`() {
        var history = history()
        #expect(
            reports([names(["id", "time", "note"]), names(["id", "time", "note"])], &history)
                == [["new note"], []])
        let change = history.changes(at: start + .seconds(86_400)).first
        #expect(change?.documents == 2)
        #expect(change?.records == 20)
        #expect(change?.since.description == "2026-11-24T20:00:00Z")
        #expect(change?.text == "note is new since 2026-11-24: 20 records of 2 documents")
    }

    @Test func `a name in one of the first twenty documents is not new`() {
        var history = history(documents: 19)
        #expect(reports([names(["id", "time", "note"])], &history) == [[]])
    }

    @Test func `a name that all records had has vanished with the third document without it`() {
        var history = history()
        let without = names(["id"])
        #expect(
            reports([without, without, without, without], &history) == [[], [], ["vanished time"], []])
        let change = history.changes(at: start + .seconds(86_400)).first
        #expect(change?.since.description == "2026-11-24T20:00:00Z")
        #expect(
            change?.text
                == "time has vanished since 2026-11-24: 200 records of 20 documents had it")
    }

    @Test func `a name of fewer than a hundred records has not vanished`() {
        var history = NameHistory(of: "x")
        _ = reports((0..<20).map { _ in names(["id", "time"], records: 4) }, &history)
        #expect(reports((0..<3).map { _ in names(["id"]) }, &history) == [[], [], []])
    }

    @Test func `an optional name that comes and goes is never reported`() {
        var history = NameHistory(of: "x")
        var found: [String] = []
        for number in 0..<200 {
            let some = names((0..<10).map { $0 % 3 == number % 3 ? ["id", "gust"] : ["id"] })
            let none = names(["id"])
            found += reports([number % 7 < 4 ? some : none], &history).joined()
        }
        #expect(found == [])
    }

    @Test func `a name that is missing twice and returns is not reported`() {
        var history = history()
        let without = names(["id"])
        let with = names(["id", "time"])
        #expect(reports([without, without, with, without, without, without], &history).joined().isEmpty)
    }

    @Test func `a name that vanishes again within two weeks is listed, but not reported again`() {
        var history = history(documents: 30)
        let without = (0..<3).map { _ in names(["id"]) }
        let with = (0..<20).map { _ in names(["id", "time"]) }
        #expect(reports(without, &history).flatMap { $0 } == ["vanished time"])
        #expect(reports(with, &history).joined().isEmpty)
        #expect(history.changes(at: start) == [])
        #expect(reports(without, &history).joined().isEmpty)
        #expect(history.changes(at: start + .seconds(86_400)).map(\.name) == ["time"])
    }

    @Test func `a name that vanishes while one is new in the same place is one change`() {
        var history = history(["id", "obsTime"])
        let renamed = names(["id", "reportTime"])
        #expect(
            reports([renamed, renamed, renamed], &history) == [[], [], ["vanished obsTime, reportTime"]])
        #expect(
            history.changes(at: start + .seconds(86_400)).map(\.text) == [
                "obsTime has vanished since 2026-11-24 while reportTime is new, perhaps instead: "
                    + "200 records of 20 documents had it"
            ])
    }

    @Test func `a new name waits for three documents at most for one that vanishes`() {
        var history = history(["id", "obsTime"])
        let renamed = names(["id", "reportTime"])
        let before = names(["id", "obsTime"])
        #expect(reports([renamed, before, before], &history) == [[], ["new reportTime"], []])
    }

    @Test func `of two names that vanish, none is said to have another name`() {
        var history = history(["id", "a", "b"])
        let other = names(["id", "c"])
        #expect(
            reports([other, other, other], &history)
                == [[], [], ["vanished a", "vanished b", "new c"]])
    }

    @Test func `a name in another place is not taken for the one that vanished`() {
        var history = NameHistory(of: "x")
        func document(_ inside: String, _ outside: [String]) -> ProviderNames {
            var names = ProviderNames()
            for _ in 0..<10 {
                names.addRecord()
                let place = names.add("parameter")
                names.add(inside, in: place)
                for name in outside { names.add(name) }
            }
            return names
        }
        _ = reports((0..<20).map { _ in document("VTEC", []) }, &history)
        let later = (0..<3).map { _ in document("SAME", ["VTEC"]) }
        #expect(
            reports(later, &history) == [["new VTEC"], [], ["vanished parameter/VTEC, parameter/SAME"]])
    }

    @Test func `names inside a name that vanished are not reported beside it`() {
        var history = NameHistory(of: "x")
        var full = ProviderNames()
        for _ in 0..<10 {
            full.addRecord()
            let place = full.add("area")
            full.add("polygon", in: place)
            full.add("id")
        }
        _ = reports((0..<20).map { _ in full }, &history)
        #expect(reports((0..<3).map { _ in names(["id"]) }, &history).flatMap { $0 } == ["vanished area"])
    }

    @Test func `a document without records says nothing`() {
        var history = history()
        #expect(reports((0..<5).map { _ in ProviderNames() }, &history).joined().isEmpty)
        #expect(history == self.history())
    }

    @Test func `names that are listed as known are neither new nor vanished`() {
        var history = history()
        let known = KnownNames(["time", "note"])
        let other = names(["id", "note"])
        #expect(reports([other, other, other], &history, known: known).joined().isEmpty)
        #expect(history.changes(at: start, known: known) == [])
    }

    @Test func `a known name is given with all, some or none of the names around it`() {
        for word in ["info/parameter/VTEC", "parameter/VTEC", "VTEC"] {
            #expect(KnownNames([word]).contains("info/parameter/VTEC"))
        }
        for word in ["TEC", "/VTEC", "info", "info/parameter", "x/info/parameter/VTEC", ""] {
            #expect(!KnownNames([word]).contains("info/parameter/VTEC"))
        }
    }

    @Test func `a stored history continues, and one of another origin begins anew`() throws {
        var history = history()
        _ = reports([names(["id", "note"])], &history)
        let stored = try JSON(parsing: history.json.canonicalBytes)
        var again = NameHistory(stored, of: "x")
        #expect(again == history)
        #expect(reports([names(["id"]), names(["id"])], &again) == [[], ["vanished time, note"]])
        #expect(NameHistory(stored, of: "y") == NameHistory(of: "y"))
        #expect(NameHistory(JSON.string("x"), of: "x") == NameHistory(of: "x"))
    }

    @Test func `a stored history with a name that cannot be read begins anew, so that no name seems new`() {
        let members = (history().json.object ?? []).map { member in
            guard member.name == "names", let names = member.value.array else { return member }
            return JSON.Member("names", JSON.array(names + [JSON.array([JSON.string("note")])]))
        }
        #expect(NameHistory(JSON.object(members), of: "x") == NameHistory(of: "x"))
    }

    @Test func `after two weeks a change is no longer listed`() {
        var history = history()
        _ = reports([names(["id", "time", "note"])], &history)
        #expect(history.changes(at: start + .seconds(13 * 86_400)).count == 1)
        #expect(history.changes(at: start + .seconds(15 * 86_400)).isEmpty)
    }

    @Test func `five hundred names are compared, and beyond these nothing is new or vanished`() {
        let many = (0..<500).map { "n\($0)" }
        var history = NameHistory(of: "x")
        _ = reports((0..<20).map { _ in names(many, records: 5) }, &history)
        // The 501st name may have been there before, as far as a history of 500 names knows.
        #expect(reports([names(many + ["x"], records: 5)], &history) == [[]])
        #expect(reports([names(["y"], records: 5)], &history) == [[]])

        var whole = self.history(["id", "time"])
        let full = names(["id"] + (0..<500).map { "n\($0)" })
        #expect(full.isFull)
        #expect(reports((0..<4).map { _ in full }, &whole).joined().allSatisfy { !$0.contains("time") })
    }

    @Test func `a document that cannot be read is described by its names`() {
        let history = history(["id", "rawOb"])
        #expect(
            history.difference(of: ["id", "rawReport"])
                == "it lacks rawOb and has rawReport, unlike the 20 documents before")
        #expect(history.difference(of: ["id"]) == "it lacks rawOb, unlike the 20 documents before")
        #expect(history.difference(of: ["id", "rawOb", "x"]) == "it has x, unlike the 20 documents before")
        #expect(history.difference(of: ["id", "rawOb"]) == nil)
        #expect(history.difference(of: []) == nil)
        #expect(self.history(documents: 2).difference(of: ["y"]) == nil)
        #expect(
            history.difference(of: ["id", "rawOb"] + (0..<7).map { "n\($0)" })
                == "it has n0, n1, n2, n3, n4 and 2 others, unlike the 20 documents before")
    }
}
