import Alerts
import Decoding
import Records
import TestDocuments
import Testing

/// Updates of Canada whose predecessor was never read: which alerts they end, and which not.
@Suite struct AlertGapTests {
    private static let start: Int64 = 1_800_000_000
    private let store = AlertStore("[Source]\nURL=https://example.org/\n[Alert]\nAbsence=nothing\n")

    private func message(
        _ identifier: String, after seconds: Int64 = 0, of references: [CAPText] = [],
        status: String = "active", type: String? = nil
    ) -> CAPText {
        var text = CAPText(
            identifier: identifier, sender: "cap-pac@canada.ca", sent: AlertGapTests.start + seconds,
            type: references.isEmpty ? "Alert" : "Update", references: references.map(\.reference),
            ends: AlertGapTests.start + 72_000)
        text.parameters = ["layer:EC-MSC-SMC:1.1:Alert_Location_Status": status]
        text.parameters["layer:EC-MSC-SMC:1.1:Alert_Type"] = type
        return text
    }

    private func read(_ messages: CAPText..., after seconds: Int64) throws {
        try store.read(CAPText.list(messages), at: AlertGapTests.start + seconds)
    }

    @Test(arguments: ["active", "ended"])
    func `a message that comes after the update which covers it does not count`(status: String) throws {
        let (a, b) = (message("a"), message("b", after: 3600))
        var elsewhere = message("elsewhere")
        elsewhere.zones = ["2"]
        var other = message("other")
        other.event = "snow"
        try read(message("d", after: 7200, of: [b], status: status), after: 7300)
        let events = store.events
        try read(a, elsewhere, other, after: 7400)
        #expect(store.keys == (status == "active" ? ["b"] : []) + ["elsewhere", "other"])
        #expect(store.events == events + ["added elsewhere", "added other"])
    }

    @Test func `a message that comes after its successor never counts, although the index omits that one`()
        throws
    {
        let a = message("a")
        try read(message("c", after: 3600, of: [a]), after: 3700)
        try read(a, after: 3800)
        #expect(store.keys == ["a"] && store.events == ["added a"])
        try read(message("d", after: 4000, of: [message("c", after: 3600)], status: "ended"), after: 4100)
        try read(a, message("c", after: 3600, of: [a]), after: 4200)
        #expect(store.events == ["added a", "removed a"])
    }

    @Test func `an update continues what its predecessor covers, wherever that one stands`() throws {
        let a = message("a")
        let c = message("c", after: 7200, of: [message("b", after: 3600)])
        try read(a, after: 60)
        try read(message("d", after: 9000, of: [c]), c, after: 9100)
        #expect(store.keys == ["a"] && store.events == ["added a", "changed a"])
    }

    @Test(arguments: ["0007", "0008"])
    func `an update of the NWS continues what the list lacks, unless its VTEC is another event`(
        number: String
    ) throws {
        func warning(
            _ identifier: String, after seconds: Int64, _ number: String, of before: CAPText?
        ) -> CAPText {
            var text = CAPText(
                identifier: identifier, sender: "w-nws.webmaster@noaa.gov",
                sent: AlertGapTests.start + seconds, type: before == nil ? "Alert" : "Update",
                references: before.map { [$0.reference] } ?? [], ends: AlertGapTests.start + 72_000)
            text.parameters = ["VTEC": "/O.CON.KGYX.FL.W.\(number).270115T0000Z-270117T0000Z/"]
            return text
        }
        let list = AlertStore("[Source]\nURL=https://example.org/\n")
        let a = warning("a", after: 0, "0007", of: nil)
        let b = warning("b", after: 3600, "0007", of: a)
        let c = warning("c", after: 7200, number, of: b)
        try list.read(CAPText.list([a]), at: AlertGapTests.start + 60)
        try list.read(CAPText.list([c]), at: AlertGapTests.start + 7300)
        #expect(list.keys == (number == "0007" ? ["a"] : ["a", "b"]))
    }

    @Test func `a newer alert of the same event stays`() throws {
        let b = message("b", after: 3600)
        try read(message("d", after: 7200, of: [b], status: "ended"), after: 7300)
        try read(message("new", after: 7250), after: 7400)
        #expect(store.keys == ["new"])
    }

    @Test func `an update of a watch ends no warning of the same event`() throws {
        let b = message("b", after: 3600, type: "watch")
        try read(message("warning", type: "warning"), message("watch", type: "watch"), after: 60)
        try read(message("d", after: 7200, of: [b], status: "ended", type: "watch"), after: 7300)
        #expect(store.keys == ["warning"])
    }

    @Test func `an update keeps the key of its alert, although the one between came with it`() throws {
        let a = message("a")
        let b = message("b", after: 3600, of: [a])
        try read(a, after: 60)
        try read(message("c", after: 7200, of: [b]), b, after: 7300)
        #expect(store.events == ["added a", "changed a"])
        #expect(try store.data("a")?["identifier"] == "c")
    }

    @Test func `References= is an address with the identifier`() throws {
        for setting in ["https://example.org/{sent}", "/{identifier}", "{identifier}"] {
            #expect(throws: OptionError.self, "\(setting)") {
                try decode([], at: 0, definition: "[Alert]\nReferences=\(setting)\n")
            }
        }
        let settings = try TestDocument.options(
            "[Alert]\nReferences=https://cap.alertready.ca/{date}/{sent}I{identifier}.xml\n")
        let reference = AlertReference(
            "urn:oid:2.49.0.1.124.3470658137.2026", sender: "cap-pac@canada.ca",
            sent: UTC(seconds: 0), sentText: "2026-06-30T00:30:30-00:00")
        #expect(
            try AlertArchive(settings)?.url(of: reference)
                == "https://cap.alertready.ca/2026-06-30/2026_06_30T00_30_30_00_00Iurn_oid_2.49.0.1.124.3470658137.2026.xml"
        )
        let hostile = AlertReference("../a?b", sent: UTC(seconds: 0), sentText: "x")
        #expect(
            try AlertArchive(settings)?.url(of: hostile) == "https://cap.alertready.ca/x/xI..%2Fa%3Fb.xml")
    }
}
