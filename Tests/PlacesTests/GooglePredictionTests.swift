import Places
import Records
import TestDocuments
import Testing

/// The predictions of Google's Autocomplete and Query Autocomplete.
@Suite struct GooglePredictionTests {
    private func places(_ text: String) throws -> [FoundPlace] {
        let options = try TestDocument.options("[Source]\nCredential=key\n[Places]\nProvider=google\n")
        return try PlaceProviders.standard.provider(options).places(in: Array(text.utf8), to: nil)
    }

    @Test func `a predicted query of Google has the name of its first term`() throws {
        let text = #"""
            {"predictions": [
              {"description": "pizza near Paris, France",
               "matched_substrings": [{"length": 5, "offset": 0}, {"length": 4, "offset": 6}],
               "terms": [{"offset": 0, "value": "pizza"}, {"offset": 6, "value": "near"},
                         {"offset": 11, "value": "Paris"}, {"offset": 18, "value": "France"}]},
              {"description": "Bondi Pizza, Campbell Parade, Sydney", "place_id": "ChIJv0",
               "terms": [{"offset": 0, "value": "Bondi Pizza"}, {"offset": 13, "value": "Campbell Parade"}]},
              {"description": "pizza", "terms": [{"offset": 0, "value": "pizza"}]},
              {"description": "pizza, Rome", "terms": [{"offset": 99, "value": "Rome"}]}
            ], "status": "OK"}
            """#
        let found = try places(text)
        #expect(found.map(\.name) == ["pizza", "Bondi Pizza", "pizza", "pizza"])
        #expect(found.map(\.detail) == ["near Paris, France", "Campbell Parade, Sydney", nil, "Rome"])
        #expect(found.map(\.identifier) == [nil, "ChIJv0", nil, nil])
        #expect(found[0].matched == ["pizza", "near"])
    }

    @Test func `suggestions of Google's newer service are places and queries`() throws {
        let text = #"""
            {"suggestions": [
              {"placePrediction": {"place": "places/P1", "placeId": "P1",
                "text": {"text": "Space Needle, Seattle, WA", "matches": [{"endOffset": 5}]},
                "structuredFormat": {"mainText": {"text": "Space Needle"},
                                     "secondaryText": {"text": "Seattle, WA"}},
                "types": ["tourist_attraction"]}},
              {"queryPrediction": {"text": {"text": "space needle tickets",
                "matches": [{"startOffset": 6, "endOffset": 12}, {"startOffset": 5, "endOffset": 2}]}}},
              {"unknownPrediction": {}}
            ]}
            """#
        let found = try places(text)
        #expect(found.map(\.name) == ["Space Needle", "space needle tickets"])
        #expect(found.map(\.detail) == ["Seattle, WA", nil])
        #expect(found.map(\.identifier) == ["P1", nil])
        #expect(found.map(\.matched) == [["Space"], ["needle"]])
        #expect(found[0].types == ["tourist_attraction"])
    }

    @Test func `the newer service is asked with a body that has the text, language and session`() throws {
        let options = try TestDocument.options(
            "[Source]\nCredential=key\n[Places]\nProvider=google\nLanguage=en\n")
        let google = try PlaceProviders.standard.provider(options)
        let requests = try google.alternatives(to: .suggest("a \"b\" ü"), session: "S-1")
        guard case .call(let address, _, let body?) = try #require(requests.first) else {
            Issue.record("no body: \(requests)")
            return
        }
        #expect(address == "https://places.googleapis.com/v1/places:autocomplete")
        #expect(
            try JSON(parsing: Array(body.utf8))
                == ["input": "a \"b\" ü", "languageCode": "en", "sessionToken": "S-1"])
    }
}
