import Alerts
import Decoding
import Records
import Testing

/// Answers of which a part cannot be read, or is missing: they end nothing that they lack.
extension AlertLifeTests {
    @Test func `an alert stays as long as an answer has a message that cannot be read in its place`() throws {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b"))
        try store.read(CAPText.list([a, b]), at: start)
        var update = message("b2", after: 60, type: "Update", of: [b])
        update.status = "Currrent"
        for after in [60, 400, 4_000, 40_000] as [Int64] {
            try store.read(CAPText.list([a, update]), at: start + after)
            #expect(store.keys == ["a", "b"], "\(after)")
        }
        #expect(try store.data("b")?["unconfirmed"] == .string(UTC(seconds: start + 60).description))
        try store.read(CAPText.list([a]), at: start + 41_000)
        #expect(store.keys == ["a"])
    }

    @Test func `an alert without an end stays for a day beside a message that cannot be read`() throws {
        let store = AlertStore()
        var old = message("a")
        old.ends = nil
        try store.read(CAPText.list([old]), at: start)
        var update = message("b", after: 60, type: "Update", of: [old])
        update.type = "?"
        try store.read(CAPText.list([update]), at: start + 60)
        try store.read(CAPText.list([update]), at: start + 86_000)
        #expect(store.keys == ["a"])
        try store.read(CAPText.list([update]), at: start + 86_460)
        #expect(store.keys == [])
    }

    @Test(arguments: [
        ("<feed><entry><id>1</id><title>Storm</title></entry></feed>", "Storm"),
        (
            "<rss><channel><item><guid>1</guid><title>Storm &amp; rain</title><description>x</description></item>"
                + "</channel></rss>", "Storm & rain"
        ),
        ("<feed><entry><id>1</id></entry></feed>", "1"),
    ])
    func `an entry that is no alert and has no link to one is a remark`(document: String, label: String)
        throws
    {
        let store = AlertStore()
        try store.read(document, at: start)
        #expect(store.last.notes == ["an entry has neither an alert nor a link to one: " + label])
        let item = document.replacing(text: "<guid>1</guid>", with: "<link>https://x/1</link>")
        let linked = item.replacing(text: "<id>1</id>", with: "<id>1</id><link href='https://x/1'/>")
        try store.read(linked, at: start)
        #expect(store.last.notes == ["0 of 1 linked messages are read"])
    }

    @Test func `a page of a list that has others ends no alert that it lacks`() throws {
        let store = AlertStore()
        try store.read(CAPText.list([message("a")]), at: start)
        let page = CAPText.list([]).replacing(text: "<feed>", with: "<feed><link rel='next' href='/2'/>")
        try store.read(page, at: start + 60)
        try store.read(page, at: start + 6_000)
        #expect(store.keys == ["a"])
        #expect(store.last.notes == ["the document says that there are more alerts on its next page"])
    }

    @Test(arguments: [
        #""pagination":{"next":"https://api.weather.gov/alerts?cursor=a"}"#,
        #""exceededTransferLimit":true"#, #""numberMatched":2"#,
    ])
    func `a document that says that there are more alerts than it has ends none`(member: String) throws {
        let store = AlertStore()
        try store.read(CAPText.list([message("a")]), at: start)
        let cut = #"{"type":"FeatureCollection",\#(member),"features":[]}"#
        for minute in [1, 7, 30] {
            try store.read(cut, at: start + Int64(minute) * 60)
            let note = store.last.notes.first ?? ""
            #expect(note.hasPrefix("the document says that there are more alerts than its 0 ("))
        }
        #expect(store.keys == ["a"])
    }

    @Test func `an error in place of alerts is a failure, and beside them a remark`() throws {
        let store = AlertStore()
        for empty in [
            #"{"features":[],"error":{"code":429,"message":"quota"}}"#, #"{"errors":["down"],"warnings":[]}"#,
        ] {
            #expect(throws: DecodeError.self) { try store.read(empty, at: start) }
        }
        let alert =
            #"{"identifier":"a","sender":"s@x","sent":"2027-01-15T08:00:00Z","status":"Actual","#
            + #""msgType":"Alert","info":{"event":"wind","expires":"2027-01-15T20:00:00Z"}}"#
        try store.read(#"{"warnings":[{"alert":\#(alert)}],"error":"no region FR"}"#, at: start)
        #expect(store.keys.count == 1)
        #expect(store.last.notes == ["the document also states an error: no region FR"])
    }
}
