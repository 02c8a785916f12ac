import Showing
import Testing

@Suite struct LineTests {
    @Test func `control characters are escaped`() {
        let line = Line("a\u{1B}]0;title\u{07}b\r\nc\u{9B}31m\u{7F}")
        #expect(line.plain == "a\\x1b]0;title\\x07b\\r\\nc\\x9b31m\\x7f")
    }

    @Test func `bidirectional controls are escaped`() {
        #expect(Line("abc\u{202E}def\u{2066}g\u{200F}").plain == "abc\\u{202e}def\\u{2066}g\\u{200f}")
    }

    @Test func `a colour applies to its text only, and only on paper with colours`() {
        let line = Line("hospitals ") + Line("failing", .bad)
        #expect(line.text(colored: true) == "hospitals \u{1B}[1;31mfailing\u{1B}[0m")
        #expect(line.text(colored: false) == "hospitals failing")
    }

    @Test func `every colour is legible on light and dark paper`() {
        let unreadable = ["33", "36", "37", "93", "96", "97", "30", "47"]
        let used = Ink.allCases.flatMap { $0.rawValue.split(separator: ";").map(String.init) }
        #expect(!used.isEmpty && !used.contains { unreadable.contains($0) })
    }

    @Test(arguments: [
        ("abc", 3), ("Zürich", 6), ("e\u{301}", 1), ("東京", 4), ("한국", 4), ("ｱ", 1), ("👩‍👩‍👧", 2), ("→", 1),
        ("🇩🇪", 2), ("\u{200D}", 0),
    ])
    func `the width of a text is what a terminal uses for it`(_ text: String, _ cells: Int) {
        #expect(text.cells == cells)
    }

    @Test func `a line wraps at words, and a word that is too long is cut`() {
        let lines = Line("one two  three abcdefghijklm x").wrapped(to: 9, indent: 2)
        #expect(lines.map(\.plain) == ["one two", "  three", "  abcdefg", "  hijklm", "  x"])
    }

    @Test func `wide characters are never halved`() {
        #expect(Line("東京都千代田区").wrapped(to: 5).map(\.plain) == ["東京", "都千", "代田", "区"])
    }

    @Test func `colours survive wrapping`() {
        let lines = (Line("aa bb ", .bad) + Line("cc dd", .good)).wrapped(to: 5)
        #expect(
            lines == [Line("aa bb", .bad), Line("cc dd", .good)])
    }

    @Test func `a cut line ends in an ellipsis within its width`() {
        #expect(Line("one two three").cut(to: 8).plain == "one two…")
        #expect(Line("one two").cut(to: 8).plain == "one two")
        #expect(Line("東京都").cut(to: 4).plain == "東…")
    }
}
