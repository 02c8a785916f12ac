import Glibc
import Records
import Schemas
import Testing

/// The members in almanac.source(5) are those of the schemas.
///
/// With `ALMANAC_GOLDEN=write` in the environment, the section is written again; review the difference.
@Suite struct MemberManualTests {
    private static let path =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/etc/man/almanac.source.5"
    private static let start = ".\\\" Generated from Sources/Schemas: start."
    private static let end = ".\\\" Generated from Sources/Schemas: end."

    private func page() throws -> [Substring] {
        let file = try #require(fopen(Self.path, "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `almanac.source(5) has every member with its type, unit and meaning`() throws {
        let page = try page()
        let start = try #require(page.firstIndex { $0 == Self.start })
        let end = try #require(page.firstIndex { $0 == Self.end })
        if getenv("ALMANAC_GOLDEN") != nil {
            let whole = page[...start] + MemberManual.lines.map { Substring($0) } + page[end...]
            let file = try #require(fopen(Self.path, "w"))
            fputs(whole.joined(separator: "\n"), file)
            fclose(file)
        }
        #expect(
            try self.page()[(start + 1)...].prefix { $0 != Self.end }.map(String.init) == MemberManual.lines)
    }

    @Test(arguments: [MemberViews.metric, .sensor, .chart, .row])
    func `the members that a view shows on their own are numbers with names of their own`(view: MemberViews) {
        for members in [
            Schema.metar.members(in: view), Schema.forecast.members(in: view, inside: "current"),
        ] {
            #expect(Set(members.map(\.identifier)).count == members.count)
            for shown in members {
                if case .number = shown.member.type {} else { Issue.record("\(shown.path)") }
            }
        }
        #expect(
            Schema.metar.members(in: view).contains { $0.identifier == "snow_depth" } == (view != .sensor))
    }

    @Test func `every member has a meaning of its own words`() {
        for schema in Schema.all {
            for member in schema.members {
                #expect(!member.meaning.isEmpty && !member.meaning.hasSuffix("."), "\(member.name)")
            }
        }
    }
}
