import Definitions
import Testing

@Suite struct KindGuessTests {
    @Test(arguments: [
        ("<?xml version='1.0'?>\n<rss version='2.0'><channel>", Kind.feed),
        ("\u{FEFF}<feed xmlns='http://www.w3.org/2005/Atom'>", .feed), ("<rdf:RDF xmlns='x'>", .feed),
        (#"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#, .feed),
        (#"{"version": "https:\/\/jsonfeed.org\/version\/1"}"#, .feed),
        (#" [{"id":1}]"#, .json), ("{}", .json), ("id,name\n1,a\n", .table), ("id\tname\n", .table),
        ("a;b\n", .table), ("METAR KPWM 221551Z 31015G25KT", .metar), ("KPWM 221551Z 31015KT\n", .metar),
        ("TAF KPWM 201133Z 2012/2112", .taf), ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", .calendar),
        ("<alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'>", .alert),
        ("<feed xmlns:cap='urn:oasis:names:tc:emergency:cap:1.1'>", .alert),
        (
            #"{"type": "FeatureCollection","features":[{"id": "https://api.weather.gov/alerts/urn:oid:2"#,
            .alert
        ),
        (#"{"features": [], "title": "Current watches, warnings, and advisories"}"#, .alert),
        (#"[{"icaoId":"EINN","firId":"EISN","validTimeFrom":1795874400,"seriesId":"1"}]"#, .sigmet),
        (#"{"features":[{"properties":{"tag":"1C","validTime":"","product":"ZULU"}}]}"#, .sigmet),
        (#"[{"receiptTime":"","obsTime":1795881600,"lat":40.8,"fltLvl":"085"}]"#, .pirep),
        (#"{"warnings":[{"alert":{"identifier":"2.49.0.1.191.0"#, .alert),
        (#"{"warnings":[{"name":"a"}]}"#, .json),
    ])
    func `the first bytes of a document show its kind`(text: String, kind: Kind) {
        #expect(Kind(guessing: Array(text.utf8)) == kind)
    }

    @Test(arguments: [
        "", " \n", "<!DOCTYPE html><html>", "<opml version='2.0'>", "no columns here", "\u{0},\u{0}",
    ])
    func `no kind is guessed for other documents`(text: String) {
        #expect(Kind(guessing: Array(text.utf8)) == nil)
    }

    @Test func `a table of the NHS has its own delimiter`() {
        // `¬` in windows-1252.
        let delimiter: UInt8 = 0xAC
        let columns = Array("a".utf8) + [delimiter] + Array("b\n".utf8)
        #expect(Kind(guessing: columns) == .table)
    }
}
