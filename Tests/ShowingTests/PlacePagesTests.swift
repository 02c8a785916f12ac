import AlmanacValues
import Records
import Showing
import Testing

@Suite struct PlacePagesTests {
    private let garden: JSON = [
        "identifier": "places/W24801588", "name": "Madison Square Garden",
        "detail": "West 31st Street, New York City, New York, 10001, United States of America",
        "latitude": 40.7504928941818, "longitude": -73.993466492276, "source": "places",
    ]
    private let bare: JSON = [
        "identifier": "places/1,2", "name": "Point\u{1B}[31m", "latitude": 1, "longitude": 2,
        "source": "places",
    ]

    @Test func `places are listed with their locations`() throws {
        try Golden.check(PlaceList([garden, bare].compactMap(Place.init)), "places")
        try Golden.check(PlaceList([]), "places-none")
    }

    @Test func `the page of a place links to a map`() throws {
        let place = try #require(Place(garden))
        try Golden.check(PlacePage(place), "place")
        var paper = Paper(width: 80, units: .metric, now: Golden.now)
        paper.here = Position(latitude: 40.7, longitude: -74)
        #expect(paper.text(PlacePage(place)).contains("geo:40.750493,-73.993466, 5.6 km away"))
    }

    @Test func `suggestions show their kind and the command that shows them`() throws {
        let suggestions: [JSON] = [
            ["text": "Kent School", "detail": "Kent", "identifier": "schools/S1", "source": "schools"],
            ["text": "Kent Garden", "identifier": "places/W7@40.75,-73.99/Kent Garden", "source": "places"],
        ]
        try Golden.check(SuggestionList(suggestions.compactMap(Suggestion.init)), "suggestions")
        try Golden.check(SuggestionList([]), "suggestions-none")
    }

    @Test func `other JSON is not a place`() {
        #expect(Place(["identifier": "x", "name": "y", "latitude": 91, "longitude": 0]) == nil)
        #expect(Place(["name": "y", "latitude": 1, "longitude": 0]) == nil)
    }
}
