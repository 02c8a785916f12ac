import Records
import Testing

@Suite struct OptionsWritingTests {
    /// A generator with the same numbers in every run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    /// The pieces of hostile values.
    private static let pieces = [
        "\\", "\n", "\r", "\t", " ", "#", ";", "[", "]", "[Source]", "=", "Path=/etc/passwd", "a", "B", "é",
        "e\u{301}",
        "\u{0}", "\u{1B}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{A0}", "🦉", "%i", "\"", "'",
        "\\\n[Source]\nPath=/x",
    ]

    private func word(_ chance: inout Chance, from first: String) -> String {
        var word = Bool.random(using: &chance) ? first : ""
        for _ in 0..<Int.random(in: 0...4, using: &chance) {
            word += Self.pieces.randomElement(using: &chance) ?? ""
        }
        return word
    }

    private func options(_ chance: inout Chance) -> Options {
        let count = Int.random(in: 0...6, using: &chance)
        return Options(
            (0..<count).map { _ in
                let isTame = Int.random(in: 0...2, using: &chance) > 0
                return .init(
                    section: isTame ? "Source" : word(&chance, from: "Source"),
                    name: isTame ? "Title" : word(&chance, from: "Title"),
                    value: word(&chance, from: "some value"))
            })
    }

    private func readBack(_ text: String) throws -> Options {
        var options = Options()
        try options.read(Array(text.utf8), file: "written")
        return options
    }

    @Test func `options are either refused or read back exactly as they were written`() throws {
        var chance = Chance(state: 0x1234_5678_9ABC_DEF1)
        var (written, refused) = (0, 0)
        for _ in 0..<20_000 {
            let options = options(&chance)
            guard let text = try? options.text(comment: "Written by a test.") else {
                refused += 1
                continue
            }
            written += 1
            let found = try readBack(text)
            #expect(options.firstDifference(from: found) == nil, "\(text.debugDescription)")
            #expect(found.entries.count == options.entries.count)
        }
        #expect(written > 2000 && refused > 2000)
    }

    @Test(arguments: [
        ("Source", "Title", "x\\", "ends with a backslash"),
        ("Source", "Title", "x ", "begins or ends with a blank"),
        ("Source", "Title", "\tx", "begins or ends with a blank"),
        ("Source", "Title", "a\nb", "a control character"),
        ("Source", "Title", "", "has no value"), ("Source", "#Title", "x", "a name that cannot be written"),
        ("Source", "[Title", "x", "a name that cannot be written"),
        ("Source", "A=B", "x", "a name that cannot be written"),
        ("Source", "", "x", "a name that cannot be written"),
        ("", "Title", "x", "a section that cannot be written"),
        ("A]\n[B", "Title", "x", "a section that cannot be written"),
    ])
    func `an entry that the format cannot express is named`(
        section: String, name: String, value: String, reason: String
    ) {
        let options = Options([.init(section: section, name: name, value: value)])
        let error = #expect(throws: OptionError.self) { try options.text(comment: "x") }
        #expect(error?.description.contains(reason) == true)
        #expect(error?.description.hasPrefix(name + "=") == true)
    }

    @Test func `a backslash within a value, and a bracket within a section, are kept`() throws {
        let options = Options([
            .init(section: "A]", name: "X", value: #"C:\x"#),
            .init(section: "A]", name: "Y", value: "[Source]"),
        ])
        #expect(options.firstDifference(from: try readBack(options.text(comment: "x"))) == nil)
    }

    @Test func `a difference is found on either side, also between canonically equivalent texts`() {
        let one = Options([.init(section: "S", name: "A", value: "\u{E9}")])
        let two = Options([.init(section: "S", name: "A", value: "e\u{301}")])
        #expect(one.firstDifference(from: two) != nil)
        #expect(one.firstDifference(from: Options()) != nil)
        #expect(Options().firstDifference(from: one) != nil)
        #expect(one.firstDifference(from: one) == nil)
    }
}
