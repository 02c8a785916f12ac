import Records
import Testing

@Suite struct TimeZoneFileTests {
    private func zone(_ path: String) throws -> TimeZoneFile { try TimeZoneFile(ZoneCorpus.bytes(path)) }

    private func moment(_ text: String) throws -> UTC { try #require(UTC(iso8601: text)) }

    @Test func `offsets and abbreviations of all zones are those of another implementation`() throws {
        try #require(ZoneCorpus.zones.count > 40)
        for (path, expected) in ZoneCorpus.zones {
            let file = try zone(path)
            #expect(expected.count > 20)
            for value in expected {
                #expect(file.offset(at: value.moment) == value.offset, "\(path) \(value.moment)")
                #expect(file.abbreviation(at: value.moment) == value.abbreviation, "\(path) \(value.moment)")
            }
        }
    }

    @Test func `every prefix of every file decodes or is refused`() {
        for (path, _) in ZoneCorpus.zones {
            let bytes = ZoneCorpus.bytes(path)
            for count in bytes.indices {
                #expect(throws: TimeZoneError.self, "\(count) bytes of \(path)") {
                    try TimeZoneFile(Array(bytes[..<count]))
                }
            }
        }
    }

    @Test func `every change of a byte decodes or is refused`() {
        let far = Int64.max / 2_000_000
        let moments = [-far, -1, 0, 2_000_000_000, far].map(UTC.init(seconds:))
        for path in ["slim/Asia/Gaza", "slim/Europe/Dublin", "old/Asia/Tokyo"] {
            let bytes = ZoneCorpus.bytes(path)
            for index in bytes.indices {
                for value in [0, 1, 0x2F, 0x39, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] = value
                    guard let file = try? TimeZoneFile(changed) else { continue }
                    for moment in moments { #expect(abs(file.offset(at: moment)) <= 93_599) }
                }
            }
        }
    }

    @Test func `a change begins with its second`() throws {
        let berlin = try zone("slim/Europe/Berlin")
        #expect(try berlin.offset(at: moment("2026-03-29T00:59:59Z")) == 3600)
        #expect(try berlin.offset(at: moment("2026-03-29T01:00:00Z")) == 7200)
        #expect(try berlin.abbreviation(at: moment("2026-10-25T00:59:59Z")) == "CEST")
        #expect(try berlin.abbreviation(at: moment("2026-10-25T01:00:00Z")) == "CET")
    }

    @Test func `the rule at the end of a file counts long after it was made`() throws {
        let york = try zone("slim/America/New_York")
        #expect(try york.offset(at: moment("2400-07-01T12:00:00Z")) == -4 * 3600)
        #expect(try york.offset(at: moment("2400-12-31T23:59:59Z")) == -5 * 3600)
    }

    @Test func `the first local time counts before the first change`() throws {
        #expect(try zone("slim/Europe/Berlin").abbreviation(at: moment("1800-01-01T00:00:00Z")) == "LMT")
    }

    @Test func `other files are refused`() {
        #expect(throws: TimeZoneError.notTimeZoneFile) { try TimeZoneFile([]) }
        let table = Array("# tz zone descriptions".utf8)
        #expect(throws: TimeZoneError.notTimeZoneFile) { try TimeZoneFile(table) }
    }

    @Test func `a file with leap seconds is refused`() {
        // One local time, no transitions, and one leap second after 27 of them.
        let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        let leap: [UInt8] = [0x58, 0x68, 0x46, 0x80, 0, 0, 0, 27]
        let body = [UInt8](repeating: 0, count: 6) + Array("UTC\0".utf8) + leap
        let header = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        #expect(throws: TimeZoneError.hasLeapSeconds) { try TimeZoneFile(header + counts + body) }
    }
}
