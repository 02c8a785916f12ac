import GoldenFiles
import Records
import Showing
import Testing

/// Expected pages, stored as files next to the tests, one for each width.
enum Golden {
    /// The widths at which every page is checked.
    static let widths = [40, 80, 160]

    /// 2026-11-20 14:07:00 UTC: the current time in the tests.
    static let now = UTC(UTC.Fields(year: 2026, month: 11, day: 20, hour: 14, minute: 7))!

    /// Compares a page at all widths, with and without colours, with the stored files.
    static func check(
        _ page: some Showable, _ name: String, units: Units = .aviation, colored: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for width in widths {
            let paper = Paper(width: width, hasColor: colored, units: units, now: now)
            let text = paper.text(page)
            try compare(text, "\(name).\(width)", sourceLocation)
            for line in page.lines(on: paper) {
                #expect(line.cells <= width, "\(name): \(line.plain)", sourceLocation: sourceLocation)
                #expect(!line.plain.hasSuffix(" "), "blank at the end", sourceLocation: sourceLocation)
            }
        }
    }

    /// Compares a text with the file of that name.
    static func compare(_ text: String, _ name: String, _ sourceLocation: SourceLocation) throws {
        let file = GoldenFile("\(name).txt", nextTo: #filePath)
        let expected = try #require(
            file.expectation(of: text), "no \(file.path)", sourceLocation: sourceLocation)
        #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
    }
}
