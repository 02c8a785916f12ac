import Decoding
import Testing

@Suite struct TextDecoderTests {
    private func text(
        _ bytes: [UInt8], _ charset: String? = nil, transport: String? = nil, slice: Int = 1000
    ) -> (text: String, faults: Int) {
        var decoder = TextDecoder(
            charset: charset.flatMap { Charset(label: $0) },
            transport: transport.flatMap { Charset(label: $0) })
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: slice) {
            decoder.decode(bytes.span.extracting(start..<min(start + slice, bytes.count)), into: &text)
        }
        decoder.finish(into: &text)
        return (String(decoding: text, as: UTF8.self), decoder.faults)
    }

    @Test func `a text without a declared encoding is tried as UTF-8, then as windows-1252`() {
        #expect(text(Array("é".utf8)) == ("é", 0))
        #expect(text([0x93, 0x61, 0x94, 0xA0]) == ("\u{201C}a\u{201D}\u{A0}", 0))
        #expect(text(Array("abc".utf8)) == ("abc", 0))
    }

    @Test func `the encoding of the definition takes precedence over that of the transport`() {
        #expect(text([0xC4], "iso-8859-5", transport: "koi8-r").text == "Ф")
        #expect(text([0xC4], nil, transport: "koi8-r").text == "д")
        #expect(text([0xC4], nil, transport: "nonsense").text == "Ä")
    }

    @Test func `a byte order mark takes precedence over all others`() {
        #expect(text([0xEF, 0xBB, 0xBF, 0x61], "iso-8859-5") == ("a", 0))
        #expect(text([0xFF, 0xFE, 0x61, 0x00, 0xE9, 0x00]) == ("aé", 0))
        #expect(text([0xFE, 0xFF, 0x00, 0x61]) == ("a", 0))
        #expect(text([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]) == ("a", 0))
    }

    @Test func `ISO-8859-1 is read as windows-1252`() {
        #expect(text([0x80], "ISO-8859-1") == ("€", 0))
        #expect(text([0x81], "latin1") == ("\u{FFFD}", 1))
    }

    @Test func `invalid bytes are replaced and counted`() {
        #expect(text([0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82], "utf-8") == ("a\u{FFFD}\u{FFFD}(\u{FFFD}", 3))
        #expect(text([0xED, 0xA0, 0x80], "utf-8").faults == 3)
        #expect(text([0x82, 0xA0, 0x81], "shift_jis") == ("あ\u{FFFD}", 1))
        #expect(text([0x3D, 0xD8, 0x61, 0x00], "utf-16le") == ("\u{FFFD}a", 1))
    }

    @Test(arguments: [1, 2, 3, 5, 1000])
    func `the result does not depend on the slices`(slice: Int) {
        let utf8 = Array("añ€😀 \u{FFFD} and so on ".utf8) + [0xC3]
        #expect(text(utf8, slice: slice) == text(utf8))
        let sjis: [UInt8] = [0x82, 0xA0, 0x61, 0x82, 0xA2, 0x83]
        #expect(text(sjis, "shift_jis", slice: slice) == text(sjis, "shift_jis"))
        let mixed = [UInt8](repeating: 0x61, count: 20_000) + [0xE9, 0x61] + utf8
        #expect(text(mixed, slice: slice == 1000 ? 7000 : slice) == text(mixed, slice: 100_000))
    }

    @Test func `the sample decides, not bytes that follow long after it`() {
        let late = Array("é".utf8) + [UInt8](repeating: 0x61, count: 20_000) + [0xE9]
        let found = text(late)
        #expect(found.faults == 1)
        #expect(found.text.hasPrefix("éa"))
    }

    @Test func `an unknown encoding has no charset`() {
        #expect(Charset(label: "nonsense") == nil)
        #expect(Charset(label: " \"UTF8\" ") == .utf8)
    }
}
