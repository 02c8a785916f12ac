import Decoding
import Records
import Testing

@Suite struct ValueHistoryTests {
    private let start = UTC(iso8601: "2026-11-01T00:00:00Z") ?? UTC(seconds: 0)

    /// Returns the names of a document, whose records have these values of a member.
    private func names(_ values: [String], of name: String = "type") -> ProviderNames {
        var names = ProviderNames()
        for value in values {
            names.addRecord()
            names.addValue(value, of: names.add(name))
        }
        return names
    }

    /// A history to which documents are added, six hours apart.
    private struct Reader {
        var history = NameHistory(of: "x")
        var known = KnownNames()
        var moment: UTC
        var step: Duration = .seconds(6 * 3600)

        /// Adds a document; returns the names and values that it reports.
        mutating func read(_ names: ProviderNames, changed: Int? = nil) -> [String] {
            moment = moment + step
            _ = history.add(names, at: moment, known: known)
            let found = history.addValues(
                of: names, changed: changed ?? names.records, at: moment, known: known)
            return found.map { "\($0.name)=\($0.value)" }
        }

        var compared: Int? { history.comparison(at: moment, known: known)?.values }
        var listed: [String] { history.newValues(at: moment, known: known).map(\.text) }
    }

    /// Returns a reader that has read forty documents, of ten days, with some values in ten records.
    private func reader(
        _ values: [String] = ["Alert", "Alert", "Alert", "Update"], documents: Int = 40,
        known: KnownNames = KnownNames()
    ) -> Reader {
        var reader = Reader(known: known, moment: start)
        for _ in 0..<documents { #expect(reader.read(names(values)) == []) }
        return reader
    }

    @Test func `a value that no document had is reported once, with its day and counts`() {
        var reader = reader()
        #expect(reader.compared == 1)
        #expect(reader.read(names(["Alert", "Alert", "Cancel"])) == ["type=Cancel"])
        #expect(reader.read(names(["Alert", "Alert", "Cancel", "Cancel"])) == [])
        #expect(
            reader.listed == [
                "type has the new value \"Cancel\" since 2026-11-11: 3 records of 2 documents"
            ])
    }

    @Test func `two weeks later a new value is no longer listed`() {
        var reader = reader()
        _ = reader.read(names(["Alert", "Alert", "Cancel"]))
        for _ in 0..<55 { _ = reader.read(names(["Alert", "Alert"])) }
        #expect(reader.listed.count == 1)
        _ = reader.read(names(["Alert", "Alert"]))
        #expect(reader.listed == [])
    }

    @Test func `a value that vanishes is no news`() {
        var reader = reader()
        for _ in 0..<40 { #expect(reader.read(names(["Alert", "Alert"])) == []) }
        #expect(reader.read(names(["Alert", "Alert", "Update"])) == [])
    }

    @Test func `a value is news after twenty documents with a hundred new or changed records`() {
        var few = reader(documents: 19)
        #expect(few.compared == 0)
        #expect(few.read(names(["Cancel", "Cancel"])) == [])

        // One of the records of each document is new: the others were counted before.
        var slow = Reader(moment: start)
        let values = ["Alert", "Alert", "Alert", "Alert"]
        for _ in 0..<96 { _ = slow.read(names(values), changed: 1) }
        #expect(slow.compared == 0)
        _ = slow.read(names(values), changed: 1)
        #expect(slow.compared == 1)
        #expect(slow.read(names(["Alert", "Alert", "Cancel"]), changed: 1) == ["type=Cancel"])
    }

    @Test func `a record that stays is counted once, as far as it is known`() {
        var reader = Reader(moment: start)
        // Ten records, of which one has the other value; each document has one that is new.
        let values = Array(repeating: "Alert", count: 9) + ["Update"]
        for _ in 0..<200 { _ = reader.read(names(values), changed: 1) }
        #expect(reader.compared == 0)
    }

    @Test func `a rare value lets others be expected, until ten records had it on three days`() {
        for (each, days, compared) in [(1, 3, 0), (10, 1, 0), (5, 3, 1)] {
            var reader = reader(["Rain", "Rain", "Rain"], documents: 4)
            for _ in 0..<days {
                let snow = Array(repeating: "Snow", count: each)
                #expect(reader.read(names(["Rain"] + snow)) == [])
                for _ in 0..<3 { _ = reader.read(names(["Rain", "Rain"])) }
            }
            for _ in 0..<60 { _ = reader.read(names(["Rain", "Rain"])) }
            #expect(reader.compared == compared)
            #expect(reader.read(names(["Rain", "Fog", "Fog"])) == (compared > 0 ? ["type=Fog"] : []))
        }
    }

    @Test func `values that keep coming let others be expected`() {
        var reader = reader(["Rain", "Rain", "Rain"])
        // Known, but first seen after more than half of the time.
        var late = Reader(moment: start)
        for number in 0..<60 {
            _ = late.read(names(number < 35 ? ["Rain", "Rain"] : ["Rain", "Snow", "Snow"]))
        }
        #expect(late.compared == 0)
        for _ in 0..<12 { _ = late.read(names(["Rain", "Rain"])) }
        #expect(late.compared == 1)
        #expect(reader.read(names(["Fog", "Fog"])) == ["type=Fog"])
        // The next one must wait as long.
        for _ in 0..<30 { _ = reader.read(names(["Rain", "Rain"])) }
        #expect(reader.read(names(["Snow", "Snow"])) == [])
    }

    @Test func `a seventeenth value shows that a member is no enumeration, and its news are forgotten`() {
        var reader = reader()
        #expect(reader.read(names(["Alert", "Alert", "Cancel"])) == ["type=Cancel"])
        #expect(reader.read(names((0..<14).map { "type " + String(repeating: "x", count: $0 + 1) })) == [])
        #expect(reader.listed == [])
        for _ in 0..<100 { _ = reader.read(names(["Alert", "Alert"])) }
        #expect(reader.compared == 0)
        #expect(reader.read(names(["Alert", "Error"])) == [])
        #expect(reader.history.json["names"]?.array?.first?.array?.last == JSON.bool(false))
    }

    @Test(arguments: [
        "7", "10+", "-1.5", "2026-11-24T02:05:00Z", "MEZ024", "KPWM 210205Z", "///", "two\nlines",
        String(repeating: "x", count: 65),
    ])
    func `a number, a time, an identifier with many digits and a long text are no values`(text: String) {
        var reader = reader()
        #expect(reader.read(names(["Alert", "Alert", text])) == [])
        #expect(reader.compared == 0)
        #expect(reader.read(names(["Alert", "Alert", "Cancel"])) == [])
    }

    @Test func `an identifier of records is no enumeration`() {
        var reader = Reader(moment: start)
        for _ in 0..<60 { _ = reader.read(names(["KPWM", "KBOS", "KJFK"])) }
        #expect(reader.compared == 0)
        #expect(reader.read(names(["KPWM", "KBOS", "KJFK", "KORD"])) == [])
    }

    @Test func `values that are listed as known, and all of a name, are no news`() throws {
        for word in ["info/type=Cancel", "type=Cancel", "type=*", "\"type=Cancel\""] {
            let options = Options([.init(section: "Source", name: "Known", value: word)])
            var reader = Reader(known: try KnownNames(options), moment: start)
            for _ in 0..<40 { _ = reader.read(names(["Alert", "Alert", "Alert"], of: "info/type")) }
            #expect(reader.read(names(["Alert", "Cancel", "Cancel"], of: "info/type")) == [])
            #expect(reader.listed == [])
            // No value of the name can be news: it is not said that its values are compared.
            #expect(reader.compared == (word == "type=*" ? 0 : 1))
        }
        for word in ["Cancel", "=Cancel", "ype=Cancel", "type=cancel", "type=", "type", "*=*", "type/Cancel"]
        {
            #expect(!KnownNames([word]).contains("Cancel", of: "info/type"))
        }
        #expect(KnownNames(["a=b=c"]).contains("b=c", of: "a"))
        #expect(KnownNames(["a=b=c"]).contains("c", of: "a=b"))
    }

    @Test func `known values need not be seen before another one is new`() {
        let known = KnownNames(["type=Alert", "type=Update", "type=Cancel"])
        var reader = reader(["Alert", "Alert", "Alert"], known: known)
        #expect(reader.read(names(["Alert", "Cancel"])) == [])
        #expect(reader.read(names(["Alert", "Alert", "Error"])) == ["type=Error"])
    }

    @Test func `a stored history continues, and one with a value that cannot be read begins anew`() throws {
        var reader = reader()
        _ = reader.read(names(["Alert", "Alert", "Cancel"]))
        let stored = try JSON(parsing: reader.history.json.canonicalBytes)
        #expect(NameHistory(stored, of: "x") == reader.history)
        let text = String(decoding: reader.history.json.canonicalBytes, as: UTF8.self)
        let broken = text.replacing("\"Cancel\",", with: "7,")
        #expect(broken != text)
        #expect(NameHistory(try JSON(parsing: Array(broken.utf8)), of: "x") == NameHistory(of: "x"))
    }

    @Test func `what is compared is stated, also before it is enough`() {
        var reader = Reader(moment: start)
        #expect(reader.history.comparison(at: start) == nil)
        for _ in 0..<7 { _ = reader.read(names(["Alert", "Alert", "Alert"])) }
        #expect(reader.history.comparison(at: reader.moment)?.text == "learning (7 of 21 documents)")
        for _ in 0..<13 { _ = reader.read(names(["Alert", "Alert", "Alert"])) }
        // They were learned, and none was compared.
        #expect(reader.history.comparison(at: reader.moment)?.text == "learning (20 of 21 documents)")
        _ = reader.read(names(["Alert", "Alert", "Alert"]))
        #expect(
            reader.history.comparison(at: reader.moment)?.text == "none in 21 documents: 1 name compared")
        for _ in 0..<19 { _ = reader.read(names(["Alert", "Alert", "Alert"])) }
        #expect(
            reader.history.comparison(at: reader.moment)?.text
                == "none in 40 documents: 1 name, and the values of 1 compared")
    }

    @Test func `no comparison is stated while a new name waits for one that may vanish`() {
        var reader = reader()
        _ = reader.read(names(["Alert"], of: "kind"))
        #expect(reader.history.comparison(at: reader.moment) == nil)
        for _ in 0..<2 { _ = reader.read(names(["Alert"], of: "kind")) }
        #expect(reader.history.comparison(at: reader.moment)?.documents == 43)
    }
}
