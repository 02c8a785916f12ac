import Alerts
import Decoding
import Records
import Testing

/// The life of a warning from document to document: what ends it, and what does not.
@Suite struct AlertLifeTests {
    let start: Int64 = 1_800_000_000

    func message(
        _ identifier: String, after seconds: Int64 = 0, type: String = "Alert", of references: [CAPText] = []
    ) -> CAPText {
        CAPText(
            identifier: identifier, sent: start + seconds, type: type,
            references: references.map(\.reference), ends: start + 72_000)
    }

    @Test func `an alert that one answer lacks stays unconfirmed, without an event, and is confirmed again`()
        throws
    {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b"))
        try store.read(CAPText.list([a, b]), at: start)
        try store.read(CAPText.list([a]), at: start + 60)
        #expect(store.keys == ["a", "b"])
        #expect(try store.data("b")?["unconfirmed"] == .string(UTC(seconds: start + 60).description))
        try store.read(CAPText.list([a, b]), at: start + 120)
        #expect(try store.data("b")?["unconfirmed"] == nil)
        #expect(store.events == ["added a", "added b"])
    }

    @Test func `an alert that a broker delivers stays unconfirmed until an answer has it`() throws {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b"))
        try store.read(CAPText.list([a, b]), at: start)
        try store.read(CAPText.list([a]), at: start + 60)
        let mark = try store.data("b")?["unconfirmed"]
        try store.read(CAPText.list([a, b]), at: start + 120, isAnswer: false, isConfirmed: false)
        #expect(try store.data("b")?["unconfirmed"] == mark && mark != nil)
        // A record that is written anew, as after a change of settings, keeps its mark as well.
        var other = b
        other.ends = start + 80_000
        try store.read(CAPText.list([a, other]), at: start + 180, isAnswer: false, isConfirmed: false)
        #expect(try store.data("b")?["unconfirmed"] == mark)
        #expect(store.events == ["added a", "added b", "changed b"])
        try store.read(CAPText.list([a, other]), at: start + 240)
        #expect(try store.data("b")?["unconfirmed"] == nil)
    }

    @Test func `a delivered update of an unconfirmed alert has no mark, since no answer lacks it`() throws {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b"))
        try store.read(CAPText.list([a, b]), at: start)
        try store.read(CAPText.list([a]), at: start + 60)
        let update = message("b2", after: 90, type: "Update", of: [b])
        try store.read(CAPText.list([a, update]), at: start + 120, isAnswer: false, isConfirmed: false)
        #expect(try store.data("b")?["identifier"] == "b2" && store.data("b")?["unconfirmed"] == nil)
        // The first answer that lacks the update does not end it, though an earlier one lacked the alert.
        try store.read(CAPText.list([a]), at: start + 600)
        #expect(store.keys == ["a", "b"])
        #expect(try store.data("b")?["unconfirmed"] == .string(UTC(seconds: start + 600).description))
    }

    @Test func `an alert ends once two answers at least five minutes apart lack it`() throws {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b"))
        try store.read(CAPText.list([a, b]), at: start)
        try store.read(CAPText.list([a]), at: start + 60)
        try store.read(CAPText.list([a]), at: start + 359)
        #expect(store.keys == ["a", "b"])
        try store.read(CAPText.list([a]), at: start + 360, isAnswer: false)
        #expect(store.keys == ["a", "b"])
        try store.read(CAPText.list([a]), at: start + 360)
        #expect(store.keys == ["a"])
    }

    @Test func `a message ends no edition of another that was sent after it`() throws {
        let store = AlertStore()
        let late = message("a", after: 3_600)
        let cancel = message("b", after: 60, type: "Cancel", of: [message("a")])
        try store.read(CAPText.list([late, cancel]), at: start + 4_000)
        #expect(store.keys == ["a"])
        // Nor one of an earlier document.
        try store.read(CAPText.list([cancel]), at: start + 4_060)
        #expect(store.keys == ["a"])
    }

    @Test func `an edition that was sent after the message that ended it counts, and no earlier one`() throws
    {
        let store = AlertStore()
        let a = message("a")
        try store.read(CAPText.list([message("b", after: 60, type: "Cancel", of: [a])]), at: start + 60)
        try store.read(CAPText.list([a]), at: start + 120)
        #expect(store.keys == [] && store.last.omitted == ["superseded": 1])
        try store.read(CAPText.list([message("a", after: 180)]), at: start + 180)
        #expect(store.keys == ["a"])
        try store.read(CAPText.list([a]), at: start + 240)
        #expect(try store.data("a")?["sent"] == .string(UTC(seconds: start + 180).description))
        try store.read(
            CAPText.list([message("c", after: 300, type: "Cancel", of: [message("a", after: 180)])]),
            at: start + 300)
        try store.read(CAPText.list([message("a", after: 180)]), at: start + 360)
        #expect(store.keys == [])
    }

    @Test func `messages of one moment that end each other in two documents are kept`() throws {
        let store = AlertStore()
        let first = message("a", type: "Update", of: [message("b")])
        let second = message("b", type: "Update", of: [message("a")])
        try store.read(CAPText.list([first]), at: start)
        try store.read(CAPText.list([second]), at: start + 60)
        #expect(store.keys.count == 2 && store.last.notes.count == 1)
        try store.read(CAPText.list([first, second]), at: start + 120)
        #expect(store.keys.count == 2)
        // A message that another one of its moment has updated stays superseded.
        let chain = AlertStore()
        let update = message("d", type: "Update", of: [message("c")])
        try chain.read(CAPText.list([message("c")]), at: start)
        try chain.read(CAPText.list([update]), at: start + 60)
        try chain.read(CAPText.list([message("e", type: "Update", of: [message("d")])]), at: start + 120)
        try chain.read(CAPText.list([update]), at: start + 180)
        #expect(chain.keys == ["c"] && chain.last.omitted == ["superseded": 1])
    }

    @Test func `a status and a type count whatever the case of their letters`() throws {
        let store = AlertStore()
        var alert = message("a", type: "ALERT")
        alert.status = "actual"
        try store.read(CAPText.list([alert]), at: start)
        #expect(store.keys == ["a"] && store.last.rejects.isEmpty)
        try store.read(CAPText.list([message("b", after: 60, type: "cancel", of: [alert])]), at: start + 60)
        #expect(store.keys == [])
    }

    @Test func `an empty answer ends alerts only after fifteen minutes`() throws {
        let store = AlertStore()
        let empty = #"{"type":"FeatureCollection","features":[]}"#
        try store.read(CAPText.list([message("a")]), at: start)
        for minute in [1, 7, 15] { try store.read(empty, at: start + Int64(minute) * 60) }
        #expect(store.keys == ["a"])
        try store.read(empty, at: start + 960)
        #expect(store.keys.isEmpty)
    }

    @Test func `where absence means nothing, an alert stays until its end, and one without an end for a day`()
        throws
    {
        let store = AlertStore("[Source]\nURL=https://example.org/\n[Alert]\nAbsence=nothing\n")
        var endless = message("endless")
        endless.ends = nil
        try store.read(CAPText.list([message("a"), endless]), at: start)
        for hour in 1...19 { try store.read(CAPText.list([]), at: start + Int64(hour) * 3600) }
        #expect(store.keys == ["a", "endless"])
        try store.read(CAPText.list([]), at: start + 72_000)
        #expect(store.keys == ["endless"])
        try store.read(CAPText.list([]), at: start + 90_000)
        #expect(store.keys.isEmpty)
    }

    @Test func `a message ends what is kept, whatever Keep= says`() throws {
        for setting in ["Keep=1d\n", "[Alert]\nAbsence=nothing\n"] {
            let store = AlertStore("[Source]\nURL=https://example.org/\n" + setting)
            let (a, b) = (message("a"), message("b"))
            try store.read(CAPText.list([a, b]), at: start)
            try store.read(CAPText.list([a]), at: start + 3600)
            #expect(store.keys == ["a", "b"])
            var end = message("c", after: 7000, type: "Update", of: [b])
            end.parameters = ["layer:EC-MSC-SMC:1.1:Alert_Location_Status": "ended"]
            try store.read(CAPText.list([a, end]), at: start + 7200)
            #expect(store.keys == ["a"])
            try store.read(
                CAPText.list([a, message("d", after: 7300, type: "Cancel", of: [a])]), at: start + 7400)
            #expect(store.keys.isEmpty)
        }
    }

    @Test func `an older document changes nothing, and after ten of them one counts`() throws {
        let store = AlertStore()
        let (a, b) = (message("a"), message("b", after: 600))
        try store.read(CAPText.list([a], updated: start), at: start)
        try store.read(CAPText.list([a, b], updated: start + 600), at: start + 610)
        for minute in 1...9 {
            try store.read(CAPText.list([a], updated: start), at: start + 610 + Int64(minute) * 60)
            #expect(store.last.notes.contains { $0.contains("older") })
        }
        #expect(try store.data("b")?["unconfirmed"] == nil)
        try store.read(CAPText.list([a], updated: start), at: start + 1300)
        #expect(store.last.notes.contains { $0.hasPrefix("after 10 documents") })
        #expect(try store.data("b")?["unconfirmed"] != nil)
        #expect(store.events == ["added a", "added b"])
    }

    @Test func `a document from the far future orders nothing`() throws {
        let store = AlertStore()
        let a = message("a")
        try store.read(CAPText.list([a], updated: start + 86_400), at: start)
        try store.read(CAPText.list([a, message("b", after: 30)], updated: start + 60), at: start + 60)
        #expect(store.keys == ["a", "b"])
    }

    @Test func `a message that was updated or cancelled never counts again`() throws {
        let store = AlertStore()
        let a = message("a")
        var update = message("b", after: 60, type: "Update", of: [a])
        update.severity = "Extreme"
        try store.read(CAPText.list([a]), at: start)
        try store.read(CAPText.list([a, update]), at: start + 60)
        try store.read(CAPText.list([a]), at: start + 120)
        #expect(try store.data("a")?["severity"] == "Extreme")
        #expect(store.last.omitted == ["superseded": 1])
        try store.read(
            CAPText.list([message("c", after: 180, type: "Cancel", of: [a, update])]), at: start + 180)
        try store.read(CAPText.list([a, update]), at: start + 240)
        #expect(store.keys.isEmpty)
        #expect(store.events == ["added a", "changed a", "removed a"])
    }

    @Test func `of the editions of one message the one that was sent last counts, whatever came last`() throws
    {
        let store = AlertStore()
        var later = message("a", after: 60)
        later.severity = "Extreme"
        try store.read(CAPText.list([later]), at: start + 60)
        try store.read(CAPText.list([message("a")]), at: start + 120)
        #expect(try store.data("a")?["severity"] == "Extreme")
        #expect(store.events == ["added a"])
    }

    @Test func `drills, drafts, system messages, acknowledgements and errors touch no actual message`() throws
    {
        for (status, type) in [
            ("Test", "Cancel"), ("Exercise", "Update"), ("Draft", "Cancel"), ("System", "Update"),
            ("Actual", "Ack"), ("Actual", "Error"),
        ] {
            let store = AlertStore()
            let a = message("a")
            var other = message("b", after: 60, type: type, of: [a])
            other.status = status
            var same = message("a", after: 90, type: type)
            same.status = status
            try store.read(CAPText.list([a, other, same]), at: start + 100)
            try store.read(CAPText.list([a, other, same]), at: start + 160)
            #expect(store.events == ["added a"], "\(status) \(type)")
        }
    }

    @Test func `another sender ends nothing, and identifiers are its own`() throws {
        let store = AlertStore()
        let a = message("a")
        var other = message("c", after: 60, type: "Cancel", of: [a])
        other.sender = "other@y"
        var twin = message("a", after: 90)
        twin.sender = "other@y"
        twin.severity = "Minor"
        try store.read(CAPText.list([a, other, twin]), at: start + 100)
        #expect(store.keys.count == 2)
        #expect(try store.data("a")?["severity"] == "Severe")
        try store.read(CAPText.list([twin, a]), at: start + 200)
        #expect(store.events.count == 2)
    }

    @Test func `an update whose predecessor was never read continues the alert of its event and zones`()
        throws
    {
        for status in ["ended", "active"] {
            let store = AlertStore("[Source]\nURL=https://example.org/\n[Alert]\nAbsence=nothing\n")
            var (a, b) = (message("a"), message("b", after: 3600))
            for zone in [\CAPText.sender] {
                (a[keyPath: zone], b[keyPath: zone]) = ("cap-pac@canada.ca", "cap-pac@canada.ca")
            }
            var next = message("d", after: 7200, type: "Update", of: [b])
            next.sender = "cap-pac@canada.ca"
            next.severity = "Moderate"
            next.parameters = ["layer:EC-MSC-SMC:1.1:Alert_Location_Status": status]
            var elsewhere = a
            elsewhere.identifier = "elsewhere"
            elsewhere.zones = ["2"]
            try store.read(CAPText.list([a, elsewhere]), at: start)
            try store.read(CAPText.list([a, elsewhere, next]), at: start + 7300)
            #expect(store.keys == (status == "ended" ? ["elsewhere"] : ["a", "elsewhere"]))
            if status == "active" { #expect(try store.data("a")?["severity"] == "Moderate") }
        }
    }

    @Test func `Absence= and the limits of linked messages are checked`() throws {
        for setting in ["Absence=soon", "Absence=5min 1h 2h", "LinkedMessages=0", "LinkedBytes=much"] {
            #expect(throws: OptionError.self, "\(setting)") {
                try decode([], at: 0, definition: "[Alert]\n\(setting)\n")
            }
        }
        let store = AlertStore("[Source]\nURL=https://example.org/\n[Alert]\nAbsence=end\n")
        try store.read(CAPText.list([message("a")]), at: start)
        try store.read(CAPText.list([message("b")]), at: start + 60)
        #expect(store.keys == ["b"])
    }
}
