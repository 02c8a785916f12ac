import Records
import Testing

@Suite struct ConditionTests {
    private let data: JSON = [
        "Sector": "NHS", "temperature": -3, "tags": ["a", "b"], "open": true, "address": ["city": "York"],
        "text": "12", "time": "2024-05-01T00:00:00Z", "Trust name": "A, B",
    ]

    @Test(arguments: [
        "Sector = NHS", "Sector=NHS", "Sector == \"NHS\"", "Sector != Independent", "temperature < 0",
        "temperature <= -3.0", "temperature > -4", "temperature >= -3", "temperature in [1, -3]",
        "Sector in [NHS, Independent]", "Sector not in [a, b]", "tags = b", "open = true",
        "address.city = York", "/address/city = York", "text > 9", "time > 2024-04-30", "Sector ~ n?s",
        "gone != x", "Trust name = A, B", "\"Trust name\" in [\"A, B\"]", "time < 2025",
    ])
    func `a condition that is true of the data holds`(text: String) throws {
        #expect(try Condition(text).holds(for: data))
    }

    @Test(arguments: [
        "Sector = nhs", "temperature > 0", "gone = x", "gone < 1", "tags = c", "address = York",
        "Sector in [a, b]", "Sector not in [NHS]", "temperature in [3]", "Sector ~ x*", "Sector != NHS",
    ])
    func `a condition that is false of the data does not hold`(text: String) throws {
        #expect(try !Condition(text).holds(for: data))
    }

    @Test(arguments: [
        "", "Sector", "= NHS", "Sector =", "Sector in NHS", "Sector in [", "Sector in []", "x in [a] b",
        "a in [b,,c]", "x = \"a\" b",
    ])
    func `a text that is not a condition is rejected`(text: String) {
        #expect(throws: ConditionError.self) { try Condition(text) }
    }

    @Test(arguments: ["a = b", "\"a b\" != \"c, d\"", "x in [1, \"2 3\"]", "t not in [q]"])
    func `a condition describes itself in a form that can be parsed`(text: String) throws {
        let condition = try Condition(text)
        #expect(condition.description == text)
        #expect(try Condition(condition.description) == condition)
    }
}
