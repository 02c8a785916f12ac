import Decoding
import Definitions
import Records
import Testing

/// Tests of complete documents: lists, bulletins and damaged ones.
@Suite struct WeatherMETARDecoderTests {
    private static func decode(_ text: String, slices: Int = .max) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2026-11-20T08:00:00Z")!)
        var decoder = try Kind.metar.decoder(options: Options(), context: context)
        var out = Decoded()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(slices, max(1, bytes.count))) {
            try decoder.decode(
                Array(bytes[start..<min(bytes.count, start + min(slices, bytes.count))]).span, into: &out)
        }
        try decoder.finish(into: &out)
        return out
    }

    private static func raws(_ out: Decoded) throws -> [String] {
        try out.records.map { try JSON(parsing: $0.data)["raw"]?.string ?? "" }
    }

    @Test func `a list has one report on each line`() throws {
        let out = try Self.decode("METAR KPWM 200751Z 32008KT 10SM CLR\nEGLL 200750Z AUTO 21010KT CAVOK\r\n")
        #expect(out.records.map(\.key) == ["KPWM", "EGLL"])
        #expect(out.rejects.isEmpty)
    }

    @Test func `a broken report in a list does not affect its neighbours`() throws {
        let out = try Self.decode("KPWM 200751Z 32008KT 10SM CLR\nUTO8 M M M 258/-22\nEGLL 200750Z CAVOK\n")
        #expect(out.records.map(\.key) == ["KPWM", "UTO8", "EGLL"])
    }

    @Test func `a report with a broken station does not become part of the previous one`() throws {
        let out = try Self.decode(
            "METAR KPWM 200751Z 32008KT 10SM CLR 08/04 A3004\nMETAR EF 200750Z 26006KT CAVOK 08/04 Q1013\n")
        #expect(
            try out.records.map { try JSON(parsing: $0.data)["raw"] } == [
                "METAR KPWM 200751Z 32008KT 10SM CLR 08/04 A3004"
            ])
        #expect(out.rejects.map(\.found) == ["EF"])
    }

    @Test func `a report of a bulletin ends at the equals sign and may span lines`() throws {
        let text =
            "\u{1}\r\r\n123\r\r\nSAXX60 EDZW 200800\r\r\nMETAR EDDF 200750Z 12012KT 9999\r\r\n"
            + "     BKN010 08/04 Q1013\r\r\n     NOSIG=\r\r\nMETAR EDDM 200750Z CAVOK=\r\r\n\u{3}"
        let out = try Self.decode(text)
        #expect(
            try Self.raws(out) == [
                "METAR EDDF 200750Z 12012KT 9999 BKN010 08/04 Q1013 NOSIG", "METAR EDDM 200750Z CAVOK",
            ])
        #expect(out.rejects.isEmpty)
    }

    @Test func `a line may contain several reports`() throws {
        let out = try Self.decode("METAR EDDF 200750Z CAVOK= EDDM 200750Z NIL= SPECI EDDH 200755Z CAVOK=")
        #expect(out.records.map(\.key) == ["EDDF", "EDDM", "EDDH"])
    }

    @Test func `a report that states its type keeps it in a bulletin of special reports`() throws {
        let out = try Self.decode("SPECI\nBIKF 200751Z 26017KT CAVOK=\nMETAR YSSY 200759Z 31014KT CAVOK=\n")
        let types = try out.records.map { try JSON(parsing: $0.data)["type"] }
        #expect(types == ["SPECI", "METAR"])
    }

    @Test func `SPECI in the heading of a bulletin makes its reports special`() throws {
        let out = try Self.decode("SPUS70 KWBC 200800\nSPECI\nKPWM 200751Z 32008KT 10SM CLR=\n")
        #expect(try JSON(parsing: out.records[0].data)["type"] == "SPECI")
    }

    @Test func `a slice may end anywhere`() throws {
        let text =
            "METAR EDDF 200750Z 12012KT 9999\n BKN010 08/04 Q1013=\nEDDM 200750Z 36x20KT CAVOK=\nnonsense here\n"
        let whole = try Self.decode(text)
        for size in 1...9 { #expect(try Self.decode(text, slices: size) == whole) }
    }

    @Test func `a broken group is a reject with line, offset, key and part`() throws {
        let out = try Self.decode("\nMETAR EDDF 200750Z 12012KT 9999\n BKN01x 08/04 Q1013=\n")
        #expect(
            out.rejects == [
                Reject(
                    line: 2, offset: 34, key: "EDDF", field: "cloud layer", found: "BKN01x",
                    reason: "not a cloud layer")
            ])
    }

    @Test func `a document of another kind is rejected`() {
        #expect(throws: DecodeError(.content, part: "weather report", found: "<!DOCTYPE html>", offset: 0)) {
            try Self.decode("<!DOCTYPE html>\n<html><body>Not found</body></html>")
        }
    }

    @Test func `no-break spaces count as blanks`() throws {
        let out = try Self.decode("METAR HRYR 200750Z 18005KT\u{A0}9999 SCT100\u{A0} 21/16 Q1021=\n")
        #expect(out.rejects.isEmpty)
        #expect(try Self.raws(out) == ["METAR HRYR 200750Z 18005KT 9999 SCT100 21/16 Q1021"])
    }

    @Test func `an empty document has no records`() throws {
        #expect(try Self.decode("") == Decoded())
        #expect(try Self.decode("\n\n") == Decoded())
    }

    @Test func `the latest report of a station counts, the last one of equals`() throws {
        let out = try Self.decode("KPWM 200751Z 10SM\nKPWM 200651Z 5SM\nKPWM 200751Z COR 9SM\n")
        let merged = out.records.dropFirst().reduce(out.records[0]) { Kind.metar.merging.merge($0, with: $1) }
        #expect(try JSON(parsing: merged.data)["raw"] == "KPWM 200751Z COR 9SM")
    }
}
