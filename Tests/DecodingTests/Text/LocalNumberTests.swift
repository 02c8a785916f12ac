import Decoding
import Records
import Testing

@Suite struct LocalNumberTests {
    private func read(_ text: String, _ form: NumberForm) -> String? {
        let bytes = Array(text.utf8)
        return form.literal(bytes.span)
    }

    @Test(arguments: [
        ("48,8566", "48.8566"), ("1.234,56", "1234.56"), ("1 234,5", "1234.5"),
        ("1\u{202F}234\u{202F}567,5", "1234567.5"),
        ("1'234,5", "1234.5"), ("-2,5", "-2.5"), ("\u{2212}2,5", "-2.5"), ("+7", "7"), ("1.234", "1234"),
        (",5", "0.5"),
        ("007,50", "7.50"), ("0", "0"),
    ])
    func `a decimal comma is read with groups of three digits`(text: String, number: String) {
        #expect(read(text, .comma) == number)
    }

    @Test(arguments: [
        ("1,234.56", "1234.56"), ("1,234,567", "1234567"), ("12,34,567.5", "1234567.5"),
        ("1 234.5", "1234.5"),
        ("1\u{2019}234", "1234"), ("1,234", "1234"), ("1e3", "1e3"),
    ])
    func `a decimal point is read with commas between groups`(text: String, number: String) {
        #expect(read(text, .point) == number)
    }

    @Test(arguments: [
        "1,23", "1,2345", "0,123", "1,,234", "12,345,67", "1.2.3", "1,234.5.6", "a", "", "-", "1 23",
    ])
    func `wrong groups are no number with a decimal point`(text: String) {
        #expect(read(text, .point) == nil)
    }

    @Test(arguments: [
        ("1,234", "Decimal=point or Decimal=comma"), ("48,8566", "Decimal=comma"),
        ("1,234.5", "Decimal=point"),
    ])
    func `a comma alone has no meaning, and the fault names the settings`(text: String, settings: String) {
        let bytes = Array(text.utf8)
        #expect(read(text, .plain) == nil)
        #expect(NumberForm.plain.fault(bytes.span) == "not a number of one meaning: \(settings) decides")
    }

    @Test func `an open form accepts what both decimal marks agree on`() {
        #expect(read("1.234", .open) == nil)
        #expect(read("1.5", .open) == "1.5")
        #expect(read("1 234", .open) == "1234")
    }
}
