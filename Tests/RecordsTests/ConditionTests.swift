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

    @Test(arguments: [
        ("flightRules != VFR", true), ("flightRules not in [VFR, MVFR]", true), ("flightRules != IFR", false),
        ("flightRules not in [IFR, LIFR]", false), ("flightRules <= MVFR", false),
        ("flightRules >= MVFR", false),
        ("flightRules ~ *VFR", false), ("not flightRules exists", true),
        ("not flightRules in [IFR, LIFR]", false), ("not flightRules = VFR", true),
        ("not flightRules != VFR", false), ("not (flightRules = IFR or Sector = NHS)", false),
        ("not flightRules <= IFR", false), ("timeline.0.worstFlightRules != IFR", false),
        ("timeline.0.worstFlightRules != VFR", true), ("Sector != IFR", true),
    ])
    func `unknown flight rules are not good ones`(text: String, holds: Bool) throws {
        let data: JSON = ["station": "KD39", "unknown": ["ceiling"], "timeline": [["from": "x"]]]
        #expect(try Condition(text).holds(for: data) == holds)
    }

    @Test(arguments: ["a = b", "\"a b\" != \"c, d\"", "x in [1, \"2 3\"]", "t not in [q]"])
    func `a condition describes itself in a form that can be parsed`(text: String) throws {
        let condition = try Condition(text)
        #expect(condition.description == text)
        #expect(try Condition(condition.description) == condition)
    }

    @Test(arguments: [
        "Sector = NHS and temperature < 0", "Sector=NHS and temperature<0 and open=true",
        "Sector = none or temperature < 0", "Sector = NHS or gone = 1 and gone = 2",
        "(Sector = NHS or gone = 1) and open = true", "not Sector = none",
        "not (Sector = none or open = false)",
        "not not Sector = NHS", "temperature exists", "not wind.gust exists",
        "address.city exists and tags exists",
        "SECTOR = NHS OR Sector = NHS", "Sector = NHS AND NOT gone EXISTS",
        "Sector in [NHS, b] and open = true",
        "Sector ~ n* and not Sector ~ x*", "(Sector = NHS)", "((Sector = NHS) and (open = true))",
        "\"Sector\" = \"NHS\" and \"open\" = true", "( Sector in [a, NHS] )", "not(gone exists)",
        "temperature\t<\t0\tand\topen = true", "gone exists or(open = true)", "not exists or open = true",
    ])
    func `conditions are joined by and, or, not and parentheses`(text: String) throws {
        #expect(try Condition(text).holds(for: data))
    }

    @Test(arguments: [
        "Sector = NHS and temperature > 0", "(Sector = NHS or gone = 1) and open = false", "gone exists",
        "not (Sector = NHS and open = true)", "gone = 1 or gone = 2", "wind.gust exists", "not Sector exists",
    ])
    func `joined conditions that are false of the data do not hold`(text: String) throws {
        #expect(try !Condition(text).holds(for: data))
    }

    @Test(arguments: [
        ("Title = Bed and Breakfast", "Title = \"Bed and Breakfast\""),
        ("Title = Bed and Breakfast and City = York", "Title = \"Bed and Breakfast\" and City = York"),
        ("Trust = Barts (London) and (Kent)", "Trust = \"Barts (London) and (Kent)\""),
        ("(Trust = Barts (London) or City = York)", "Trust = \"Barts (London)\" or City = York"),
        ("Smile = :)", "Smile = \":)\""), ("Temp (C) > 5", "\"Temp (C)\" > 5"),
        ("Beds and rooms > 5", "\"Beds and rooms\" > 5"), ("not = 5", "\"not\" = 5"),
        ("not in [a]", "\"not\" in [a]"), ("gate exists = 5", "\"gate exists\" = 5"),
        ("a = 1 and not = 5", "a = 1 and \"not\" = 5"), ("x = android or ios", "x = \"android or ios\""),
        ("x = sand and y = oreo or z = notes", "(x = sand and y = oreo) or z = notes"),
        ("a = (b or c = d)", "a = \"(b or c = d)\""), ("a = b\" and c = d", "a = \"b\\\"\" and c = d"),
        ("in in [in]", "\"in\" in [\"in\"]"), ("a = \"and\"", "a = \"and\""),
    ])
    func `words inside names and values keep their meaning`(text: String, meaning: String) throws {
        #expect(try Condition(text).description == meaning)
        #expect(try Condition(meaning) == Condition(text))
    }

    @Test(arguments: [
        "a = 1 and", "a = 1 or", "and a = 1 and", "a = 1 or or b = 2 or", "(a = 1", "((a = 1)",
        "(a = 1 or b = 2))",
        "a = 1 and b = 2)", "()", "not", "not ()", "a exists b", "exists", "(a = 1) b = 2", "a = \"1\" b = 2",
        "a = :( and b = 2", "(a = 1 and)", "(a) and b = 1",
    ])
    func `a joined condition with a missing part is rejected`(text: String) {
        #expect(throws: ConditionError.self) { try Condition(text) }
    }

    @Test(arguments: ["(", "not ", "(not "])
    func `deep nesting is rejected with a clear error`(opening: String) {
        let text = String(repeating: opening, count: 10_000) + "a = 1"
        let error = #expect(throws: ConditionError.self) { try Condition(text) }
        #expect(error?.reason == "is nested more than 32 levels deep")
    }

    @Test func `a nested condition within the limit is accepted`() throws {
        let text = String(repeating: "(", count: 32) + "Sector = NHS" + String(repeating: ")", count: 32)
        #expect(try Condition(text).holds(for: data))
    }

    @Test func `a condition that is too long is rejected with a clear error`() {
        let error = #expect(throws: ConditionError.self) {
            try Condition("a = " + String(repeating: "b", count: 70_000))
        }
        #expect(error?.reason == "is longer than 65536 bytes")
    }

    @Test(arguments: [
        "and (", "and not ", "or \"", "and x ", "exists ", "and \"\\\" ", "in ", "a = 1 and ", "a exists or ",
    ])
    func `a long hostile condition is read in linear time`(unit: String) {
        let text = "a = " + String(repeating: unit, count: 60_000 / unit.utf8.count)
        // Whether it is valid does not matter here.
        #expect((try? Condition(text))?.description.isEmpty != true)
    }

    @Test func `every prefix of a condition is read or rejected`() {
        let text = "not (a b = \"c d\" or e in [f, \"g\"]) and h exists or i ~ *j* and not k != l (m) and n"
        for length in 0...text.count { _ = try? Condition(String(text.prefix(length))) }
    }
}
