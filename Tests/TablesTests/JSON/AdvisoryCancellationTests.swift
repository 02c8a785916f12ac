import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// SIGMETs that end others.
@Suite struct AdvisoryCancellationTests {
    private static let area = #""coords":[{"lat":52,"lon":-8},{"lat":53,"lon":-8},{"lat":53,"lon":-9}]"#

    /// Returns a SIGMET of the region EISN with its text, from 14 to 18 hours.
    private static func sigmet(_ series: String, _ text: String, from start: Int = 0, area: Bool = true)
        -> String
    {
        let times = #""validTimeFrom":\#(1_795_874_400 + start),"validTimeTo":1795888800"#
        let head = "WSIE31 EINN 281400\\nEISN SIGMET \(series) VALID 281400/281800 EINN-\\nEISN SHANNON FIR "
        let members =
            #""firId":"EISN","seriesId":"\#(series)","hazard":"TURB","rawSigmet":"\#(head)\#(text)""#
        return "{\(members),\(times)\(area ? "," + Self.area : "")}"
    }

    private static let turbulence = sigmet("A01", "SEV TURB FCST WI N52 W008 SFC/FL100=")

    private static func decode(_ sigmets: String..., at moment: String = "2026-11-28T16:00:00Z") throws
        -> Decoded
    {
        let context = DocumentContext(reference: try #require(UTC(iso8601: moment)))
        let text = "[\(sigmets.joined(separator: ","))]"
        return try TestDocument.decode(.sigmet, "", Array(text.utf8), context: context)
    }

    @Test(arguments: [
        ("CNL SIGMET A01 281400/281800=", true), ("CNL SIGMET A1", true), ("CNL SIGMET A 01", true),
        ("CNL SIGMET A01 281400/281800 VA MOV TO EGPX FIR=", true), ("CNL SIGMET A01 281000/281400", false),
        ("CNL SIGMET A2 281400/281800", false), ("CNL AIRMET A01 281400/281800", false),
    ])
    func `a cancellation ends the advisory that it names, and no other`(text: String, isEnded: Bool) throws {
        // Whether it comes before or after the other one, and with the area of the other one or without.
        for hasArea in [true, false] {
            let end = Self.sigmet("A02", text, from: 3600, area: hasArea)
            for list in [[Self.turbulence, end], [end, Self.turbulence]] {
                let found = try Self.decode(list[0], list[1])
                #expect(found.records.count == (isEnded ? 0 : 1))
                #expect(found.omitted == ["cancelled": isEnded ? 2 : 1] && found.rejects.isEmpty)
            }
        }
    }

    @Test func `a cancellation counts from its beginning`() throws {
        let end = Self.sigmet("A02", "CNL SIGMET A01 281400/281800=", from: 7200, area: false)
        let before = try Self.decode(Self.turbulence, end, at: "2026-11-28T15:59:59Z")
        #expect(before.records.count == 1 && before.next == UTC(iso8601: "2026-11-28T16:00:00Z"))
        #expect(try Self.decode(Self.turbulence, end).records.isEmpty)
    }

    @Test func `a cancellation that names no advisory is a reject`() throws {
        let found = try Self.decode(Self.turbulence, Self.sigmet("A02", "CNL SIGMET=", area: false))
        #expect(found.records.count == 1)
        #expect(found.rejects.map(\.reason) == ["does not say which advisory it ends"])
    }

    @Test func `an advisory about a phenomenon that also ends another one stays`() throws {
        let both = Self.sigmet("A02", "SEV ICE FCST WI N52 W008 SFC/FL100 CNL SIGMET A01", from: 3600)
        let found = try Self.decode(Self.turbulence, both)
        #expect(found.records.count == 2 && found.omitted.isEmpty)
    }
}
