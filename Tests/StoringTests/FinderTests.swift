import Records
import Storing
import Testing

@Suite struct FinderTests {
    /// Returns a store with the given records and its finder, which has followed the log to its end.
    private func finder(_ records: [Record], in scratch: Scratch) throws -> (store: Store, finder: Finder) {
        let store = try Store.open(scratch)
        let finder = try Finder(in: store)
        try store.accept(records, of: "s")
        try store.indexAll()
        return (store, finder)
    }

    private func titled(_ titles: String...) -> [Record] {
        titles.enumerated().map { Record(key: "k\($0)", title: $1, data: Array("{}".utf8)) }
    }

    private func place(_ key: String, _ latitude: Double, _ longitude: Double) -> Record {
        Record(
            key: key, position: Position(latitude: latitude, longitude: longitude), data: Array("{}".utf8))
    }

    @Test func `records are found by whole words and prefixes, names first, short ones first`()
        throws
    {
        let scratch = Scratch()
        let records =
            titled("Kentish Town Surgery", "Kent and Canterbury Hospital", "Dover", "Hospital in Kent")
            + [
                Record(key: "kent", data: Array(#"{"v":1}"#.utf8)),
                Record(key: "x", title: "Other", data: Array(#"{"county":{"is":["East Kent"]}}"#.utf8)),
                Record(key: "y", title: "Other two", group: "Kentucky", data: Array(#"{"a":7}"#.utf8)),
            ]
        let (_, finder) = try finder(records, in: scratch)
        #expect(try finder.keys("kent") == ["kent", "k3", "k1", "k0", "x", "y"])
        #expect(try finder.keys("hosp ken") == ["k3", "k1"])
        #expect(try finder.keys("k") == ["kent", "k2", "k3", "k0", "k1", "x", "y"])
        #expect(try finder.keys("nowhere") == [])
        #expect(try finder.keys("kent", limit: 2) == ["kent", "k3"])
    }

    @Test(arguments: [false, true])
    func `all matches are counted in parts, by words and by distance`(isRead: Bool) throws {
        let scratch = Scratch()
        let records = (0..<4500).map { number in
            Record(
                key: "k\(number)", title: "Kent \(number)",
                position: Position(latitude: 51, longitude: Double(number) / 100), data: Array("{}".utf8))
        }
        let (store, finder) = try finder(records, in: scratch)
        try store.accept(Array(records.prefix(3000)), of: "s")
        let isOdd: Finder.RecordTest = { $0.record.key.utf8.last.map { $0 % 2 == 1 } ?? false }
        let wants = isRead ? isOdd : nil
        var (words, places) = ([Int](), [Int]())
        var (entry, place): (Int64?, Finder.NearPlace?) = (0, nil)
        while let start = entry {
            let part = try finder.count(Words("kent"), after: start, where: wants)
            words.append(part.count)
            entry = part.next
        }
        let here = try #require(Position(latitude: 51, longitude: 0))
        repeat {
            let part = try finder.count(around: here, after: place, where: wants)
            places.append(part.count)
            place = part.next
        } while place != nil
        // Removed records are not counted, although the indexes still have them.
        let total = isRead ? 1500 : 3000
        #expect(words.reduce(0, +) == total && words.count > 2)
        #expect(places.reduce(0, +) == total && places.count > 2)
        let radius = try #require(Position(latitude: 51, longitude: 1)).distance(to: here) + 1
        #expect(try finder.count(around: here, within: radius).count == 101)
        #expect(try finder.count(Words("kent"), from: { _ in false }).count == 0)
    }

    @Test func `case and accents are ignored`() throws {
        let scratch = Scratch()
        let (_, finder) = try finder(
            titled("Hôpital de Genève", "ŁÓDŹ", "Cafe\u{301}", "Østre Straße", "Strasse Æro"), in: scratch)
        #expect(try finder.keys("GENEVE hopital") == ["k0"])
        for text in ["lodz", "lódz", "łodz", "ŁÓDŹ", "Łó"] { #expect(try finder.keys(text) == ["k1"]) }
        #expect(try finder.keys("café") == ["k2"])
        for text in ["strasse", "STRAẞE", "straß"] { #expect(try finder.keys(text) == ["k4", "k3"]) }
        #expect(try finder.keys("ostre") == ["k3"])
        #expect(try finder.keys("aero") == ["k4"])
    }

    @Test func `one and two letters find names that begin with them, in every script`() throws {
        let scratch = Scratch()
        let titles = ["Île d’Yeu", "東京 大阪", "हिन्दी भाषा", "E\u{301}cole", "Łódź", "ab-cd 7"]
        let (_, finder) = try finder(
            titles.enumerated().map { Record(key: "\($0)", title: $1, data: Array("{}".utf8)) }, in: scratch)
        for (text, key) in [
            ("i", "0"), ("ïL", "0"), ("ye", "0"), ("東", "1"), ("大阪", "1"), ("大", "1"), ("हि", "2"), ("भा", "2"),
            ("e", "3"), ("éc", "3"), ("lo", "4"), ("ł", "4"), ("cd", "5"), ("c a", "5"), ("7 ab", "5"),
        ] {
            for isOfNames in [true, false] {
                let found = try finder.find(Words(text), isOfNames: isOfNames, limit: 9).found.map(
                    \.record.key)
                #expect(found == [key], "\(text)")
            }
        }
    }

    @Test func `short words of the data are found behind those of names`() throws {
        let scratch = Scratch()
        let (_, finder) = try finder(
            [record("x", text: "gusts of wind"), record("guide", text: "none")], in: scratch)
        #expect(try finder.keys("gu") == ["guide", "x"])
        #expect(try finder.keys("g w") == ["x"])
        #expect(try finder.find(Words("g"), isOfNames: true, limit: 9).found.map(\.record.key) == ["guide"])
    }

    @Test(arguments: [20, 2_000])
    func `a changed or removed text leaves none of its words, compressed or not`(size: Int) throws {
        let scratch = Scratch(isSmall: true)
        func text(_ word: String) -> String {
            (0..<size).map { "\(word)\($0 * 7919 % 5_003)" }.joined(separator: " ")
        }
        let (store, finder) = try finder(
            [record("a", text: text("old")), record("b", text: "other")], in: scratch)
        #expect(try finder.keys("old0") == ["a"])
        try store.accept(
            [record("a", text: text("new")), record("b", text: "other")], of: "s", at: moment(1))
        try store.indexAll()
        #expect(try finder.keys("old0") == [] && finder.keys("ol") == [] && finder.keys("new0") == ["a"])
        try store.accept([record("b", text: "other")], of: "s", at: moment(2))
        try store.indexAll()
        #expect(try finder.keys("new0") == [] && finder.keys("other") == ["b"])
    }

    @Test(arguments: [
        "kent AND", "\"", "\"kent\" OR", "title:kent", "kent*", "NEAR(kent", "-kent", "^kent", "{title}:kent",
        "kent)", "'; DROP TABLE word; --", "kent\u{0}x", "k+ent", "NOT kent", "*", "", "\u{FFFD}\u{1F600}",
        "ʰ\u{301}",
    ])
    func `no query is interpreted as syntax`(text: String) throws {
        let scratch = Scratch()
        let (_, finder) = try finder(titled("Kent and or not near title x drop table word"), in: scratch)
        let title = "kent and or not near title x drop table word".split(separator: " ")
        let isKnown = Words(text).words.allSatisfy { word in
            title.contains { $0.hasPrefix(word.lowercased()) }
        }
        #expect(try finder.keys(text) == (isKnown && !Words(text).isEmpty ? ["k0"] : []))
    }

    @Test func `a word is found behind any number of repeated ones`() throws {
        let scratch = Scratch()
        let text = String(repeating: "Alpha béta, <b>gamma</b>\u{2014}Delta ", count: 2_000) + "omega"
        let finder = try finder([record("long", text: text)], in: scratch).finder
        for word in ["alpha", "beta", "Gamma", "delta", "omega", "om", "ome", "omeg"] {
            #expect(try finder.keys(word) == ["long"], "\(word)")
        }
    }

    @Test func `HTML tags and values that are not strings are not indexed`() throws {
        let scratch = Scratch()
        let data = #"{"html":"<p class=\"lead\">Snow &amp; <b>ice</b> if 2 < 3</p>","n":4711,"t":true}"#
        let (_, finder) = try finder([Record(key: "a", data: Array(data.utf8))], in: scratch)
        #expect(try finder.keys("snow ice 3") == ["a"])
        for word in ["lead", "class", "4711", "true", "html"] { #expect(try finder.keys(word) == []) }
    }

    @Test
    func `the nearest records come first, across the antimeridian, within a radius and from chosen sources`()
        throws
    {
        let scratch = Scratch()
        let (store, finder) = try finder(
            [
                place("london", 51.5, -0.1), place("dover", 51.13, 1.31), place("fiji", -17.7, 178.0),
                place("samoa", -13.8, -171.8), place("pole", 89.9, 100), place("nowhere", 0, 0),
            ] + titled("without a place"), in: scratch)
        try store.accept([place("other", 51.5, -0.11)], of: "t")
        try store.indexAll()
        #expect(try finder.near(51.5, -0.1, limit: 3) == ["london", "other", "dover"])
        #expect(try finder.near(51.5, -0.1, within: 10_000, from: "s") == ["london"])
        #expect(try finder.near(-17, 180, limit: 2) == ["fiji", "samoa"])
        #expect(try finder.near(-17, -180, limit: 2) == ["fiji", "samoa"])
        #expect(try finder.near(89.9, -80, within: 25_000) == ["pole"])
        #expect(try finder.near(-51.5, 179.9).last == "london")
        #expect(try finder.near(51.5, -0.1).count == 7)
    }

    @Test func `records of a store without indexes are found after some steps`() throws {
        let scratch = Scratch()
        scratch.write(Scratch.corpus("first-version.db"), to: "almanac.db")
        let store = try Store.open(scratch)
        let finder = try Finder(in: store)
        #expect(try finder.keys("number") == [])
        try store.indexAll(limit: 4)
        #expect(try finder.keys("number").count == 6)
        #expect(try finder.keys("number 7") == ["k7"])
    }

    @Test func `indexes that fell behind the start of the log are rebuilt from the records`() throws {
        let scratch = Scratch()
        let (store, finder) = try finder(titled("one", "two", "three"), in: scratch)
        try store.accept(titled("one", "deux"), of: "s", at: moment(1))
        while try store.trimLog(to: 1, age: .seconds(1 << 30), at: moment(2)) {}
        #expect(try finder.keys("two") == ["k1"])
        try store.indexAll(limit: 2)
        #expect(try [finder.keys("two"), finder.keys("three"), finder.keys("deux")] == [[], [], ["k1"]])
    }

    @Test func `places that many records share are paged without loss or repetition`() throws {
        let scratch = Scratch(isSmall: true)
        let crowd = (0..<1_500).map { place("at-\($0)", 51.5, -0.1) }
        let around = (0..<1_500).map { place("by-\($0)", 40 + Double($0 % 50) / 2, Double($0 / 50) / 2) }
        let (_, finder) = try finder(crowd + around, in: scratch)

        let all = try finder.near(51.5, -0.1, limit: 5_000)
        #expect(all.count == 3_000 && Set(all).count == 3_000)
        #expect(all.prefix(1_500).allSatisfy { $0.hasPrefix("at-") })
        #expect(try finder.near(51.5, -0.1, limit: 1_800) == Array(all.prefix(1_800)))
    }

    @Test func `a reader on the same store finds indexed records, also in recreated indexes`() throws {
        let scratch = Scratch()
        let (store, _) = try finder(titled("one"), in: scratch)
        let beside = try Finder(in: StoreReader(directory: scratch.path))
        #expect(try beside.keys("one") == ["k0"])
        try store.accept(titled("one", "two"), of: "s", at: moment(1))
        try store.indexAll()
        #expect(try beside.keys("two") == ["k1"])
        try Indexer(of: store).renew()
        #expect(try beside.keys("two") == [])
        try store.indexAll()
        #expect(try beside.keys("two") == ["k1"])
    }

    @Test func `damaged indexes are recreated, and the store remains usable`() throws {
        let scratch = Scratch()
        do {
            let (store, _) = try finder(titled("findable-by-this-name"), in: scratch)
            try store.checkpoint()
        }
        // In the index the word is followed by its positions, elsewhere by the rest of the title; it begins with
        // the end of the word before it there.
        var bytes = scratch.read("almanac.db")
        let term = Array("ndable".utf8)
        let found = (0..<bytes.count - 40).filter {
            bytes[$0..<$0 + term.count].elementsEqual(term) && bytes[$0 + term.count] != 0x2D
        }
        for at in found { bytes.replaceSubrange(at..<at + 30, with: repeatElement(0, count: 30)) }
        scratch.write(bytes, to: "almanac.db")

        let store = try Store.open(scratch)
        let finder = try Finder(in: store)
        let error = #expect(throws: StoreError.self) { try finder.keys("findable") }
        #expect(!found.isEmpty && error?.isDamage == false && error?.isIndexDamage == true)
        try Indexer(of: store).renew()
        try store.indexAll()
        #expect(try finder.keys("findable") == ["k0"])
        #expect(try store.all().count == 1)
    }
}

extension Store {
    /// Updates the indexes to the end of the log.
    func indexAll(limit: Int = 200) throws {
        let indexer = try Indexer(of: self)
        while try indexer.follow(limit: limit) {}
    }
}

extension Finder {
    /// Returns the keys of all records that match, page by page.
    func keys(_ text: String, isOfNames: Bool = false, limit: Int = 1000) throws -> [String] {
        var (keys, place): ([String], WordPlace?) = ([], nil)
        repeat {
            let page = try find(Words(text), isOfNames: isOfNames, after: place, limit: limit - keys.count)
            keys += page.found.map(\.record.key)
            place = page.next
        } while place != nil && keys.count < limit
        return keys
    }

    /// Returns the keys of all nearby records, page by page.
    func near(
        _ latitude: Double, _ longitude: Double, within radius: Double? = nil, limit: Int = 1000,
        from source: String? = nil
    ) throws -> [String] {
        let here = Position(latitude: latitude, longitude: longitude)!
        var (keys, place): ([String], NearPlace?) = ([], nil)
        repeat {
            let page = try nearest(
                to: here, within: radius, after: place, limit: limit - keys.count,
                from: { source == nil || $0 == source })
            keys += page.found.map(\.stored.record.key)
            place = page.next
        } while place != nil && keys.count < limit
        return keys
    }
}
