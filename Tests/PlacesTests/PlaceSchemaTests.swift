import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct PlaceSchemaTests {
    @Test func `the members of a place are declared with their types`() throws {
        let photon = #"""
            {"features":[{"properties":{"name":"Berlin","country":"Germany","osm_type":"R","osm_id":1,
            "osm_key":"place","osm_value":"city"},"geometry":{"type":"Point","coordinates":[13.4,52.5]}}]}
            """#
        var check = SchemaCheck(.places)
        try check.add(
            TestDocument.decode(.places, "[Places]\nProvider=photon\n", Array(photon.utf8)).records)
        #expect(check.faults == [])
        #expect(!check.unseen.contains { $0.hasPrefix("name:") || $0.hasPrefix("latitude:") })
    }
}
