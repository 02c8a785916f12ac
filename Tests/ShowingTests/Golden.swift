import Glibc
import Records
import Showing
import Testing

/// Expected pages, stored as files next to the tests, one for each width.
///
/// With `ALMANAC_GOLDEN=write` in the environment, the files are written again; review the difference.
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
        let path = "\(directory)/\(name).txt"
        if getenv("ALMANAC_GOLDEN") != nil { try write(text, path) }
        let expected = try #require(read(path), "no \(path)", sourceLocation: sourceLocation)
        #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
    }

    private static let directory =
        #filePath.split(separator: "/").dropLast()
        .reduce("") { "\($0)/\($1)" } + "/Golden"

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }
}
