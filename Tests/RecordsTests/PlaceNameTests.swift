import Records
import Testing

@Suite struct PlaceNameTests {
    @Test(arguments: [
        ("London/Heathrow Intl, EN, GB", "London Heathrow Intl, GB"),
        ("Portland Intl, ME, US", "Portland Intl, US"),
        ("Tokyo/Haneda Intl, 13, JP", "Tokyo Haneda Intl, JP"), ("Vienna Intl, AT", "Vienna Intl, AT"),
        ("Springfield, Old Field, IL, US", "Springfield, Old Field, US"),
    ])
    func `the name of a station has its country, but no code of a region`(title: String, name: String) {
        #expect(title.placeName == name)
        #expect(name.placeName == name)
    }

    @Test(arguments: [
        "", "KPWM", "Portland", "Portland, Maine", "A/B", ",", ", US", "Büro/Süd", "Temperature, °C", "a, us",
        "US",
    ])
    func `another text stays as it is`(text: String) {
        #expect(text.placeName == text)
    }
}
