import Fetching
import Testing

/// Notifications of the WMO Information System 2.0.
@Suite struct DataNotificationTests {
    private static func read(_ members: String, _ properties: String = "") -> DataNotification? {
        let text = """
            {"type": "Feature", \(members)"properties": {"data_id": "x/1"\(properties)}, "links": []}
            """
        return DataNotification(Array(text.utf8)[...])
    }

    @Test func `notifications of the same data at the same time have one key, whoever sends them`() {
        let time = #", "pubtime": "2027-01-15T08:00:00Z""#
        let first = Self.read(#""id": "1", "#, time)
        #expect(first?.dataIdentifier == "x/1")
        #expect(first?.key == Self.read(#""id": "2", "#, time)?.key)
        #expect(first?.key != Self.read(#""id": "1", "#, #", "pubtime": "2027-01-15T09:00:00Z""#)?.key)
    }

    @Test func `without a time the identifier counts, and without both nothing is recognised`() {
        let first = Self.read(#""id": "1", "#)
        #expect(first != nil && first?.key != Self.read(#""id": "2", "#)?.key)
        #expect(Self.read("") == nil)
    }
}
