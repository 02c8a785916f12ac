import Records
import Showing
import Testing

@Suite struct UnitsTests {
    @Test(arguments: [
        (Units.aviation, "20 kt"), (.metric, "37 km/h"), (.imperial, "23 mph"),
    ])
    func `speeds use the user's units`(_ units: Units, _ text: String) { #expect(units.speed(20) == text) }

    @Test(arguments: [
        (Units.aviation, "-0.6 °C"), (.metric, "-0.6 °C"), (.imperial, "31 °F"),
    ])
    func `temperatures use the user's units`(_ units: Units, _ text: String) {
        #expect(units.temperature(-0.6) == text)
    }

    @Test(arguments: [
        (402.0, "1/4 SM"), (2414, "1 1/2 SM"), (4023, "2 1/2 SM"), (16093, "10 SM"), (1006, "5/8 SM"),
    ])
    func `statute miles have their fractions`(_ metres: Double, _ text: String) {
        #expect(Units.aviation.visibility(metres, miles: true) == text)
    }

    @Test func `without miles, visibility is in metres and, from five, in kilometres`() {
        #expect(Units.aviation.visibility(800, miles: false) == "800 m")
        #expect(Units.metric.visibility(9999, miles: true) == "10 km")
    }

    @Test func `pressure in inches has two decimal digits`() {
        #expect(Units.aviation.pressure(1013.2, inches: true) == "29.92 inHg")
        #expect(Units.aviation.pressure(1013.2, inches: false) == "1013 hPa")
    }

    @Test func `thousands are separated from five digits on`() {
        #expect(Units.aviation.height(1400) == "1400 ft")
        #expect(Units.aviation.height(12000) == "12,000 ft")
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (7200, "2 h"), (172_800, "2 d"),
    ])
    func `durations use the largest sufficient unit`(_ seconds: Int, _ text: String) {
        #expect(span(.seconds(seconds)) == text)
    }
}
