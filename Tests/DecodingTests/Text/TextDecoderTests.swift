import Decoding
import Testing

@Suite struct TextDecoderTests {
    private func text(
        _ bytes: [UInt8], _ charset: String? = nil, transport: String? = nil, slice: Int = 1000
    ) -> (text: String, faults: Int) {
        let (text, decoder) = decoded(bytes, charset, labels: [transport], slice: slice)
        return (text, decoder.faults)
    }

    /// Decodes a text whose header or declaration names encodings.
    private func decoded(
        _ bytes: [UInt8], _ charset: String? = nil, labels: [String?], slice: Int = 1000
    ) -> (text: String, decoder: TextDecoder) {
        var decoder = TextDecoder(
            charset: charset.flatMap { Charset(label: $0) },
            labels: labels.compactMap { $0.flatMap { CharsetLabel($0, of: .transport) } })
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: slice) {
            decoder.decode(bytes.span.extracting(start..<min(start + slice, bytes.count)), into: &text)
        }
        decoder.finish(into: &text)
        return (String(decoding: text, as: UTF8.self), decoder)
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

    @Test(arguments: [
        ("iso-8859-1", "Rhône, Zürich"), ("us-ascii", "é"), ("windows-1252", "\u{201C}naïve\u{201D}"),
        ("windows-1251", "Привет"), ("shift_jis", "日本語の天気"), ("gb2312", "北京市东城区"),
        ("iso-8859-2", "Łódź Kraków"),
    ])
    func `bytes that are UTF-8 disprove the label of another encoding`(label: String, plain: String) {
        let found = decoded(Array(plain.utf8), labels: [label])
        #expect(found.text == plain)
        #expect(found.decoder.faults == 0)
        let expected = "the HTTP header says charset=\(label), but the text is utf-8: read as utf-8"
        #expect(found.decoder.notes == [expected])
        #expect(decoded(Array(plain.utf8), labels: [label], slice: 1).text == plain)
    }

    @Test func `bytes that are not UTF-8 disprove its label`() {
        let cafe: [UInt8] = Array("caf".utf8) + [0xE9, 0x20, 0x93, 0x61, 0x94]
        let found = decoded(cafe, labels: ["utf-8"])
        #expect(found.text == "café \u{201C}a\u{201D}")
        #expect(
            found.decoder.notes == [
                "the HTTP header says charset=utf-8, but the text is windows-1252: read as windows-1252"
            ])
        #expect(decoded([0xC4, 0x20], labels: ["utf-8", "koi8-r"]).text == "д ")
    }

    @Test(arguments: ["utf-8", "latin1", nil] as [String?])
    func `one damaged character does not make UTF-8 another encoding`(label: String?) {
        let damaged = Array("éàèüäöñç, Genève ".utf8) + [0xC3, 0x2C] + Array("é".utf8)
        let found = decoded(damaged, labels: [label])
        #expect(found.text == "éàèüäöñç, Genève \u{FFFD},é")
        #expect(found.decoder.faults == 1)
    }

    @Test func `text in another encoding keeps its label although some of it is valid UTF-8`() {
        let union: [UInt8] = [0xC1, 0xAA, 0xCD, 0xA8]
        #expect(decoded(union, labels: ["gbk"]).text == "联通")
        #expect(decoded(union, labels: ["gbk"]).decoder.notes.isEmpty)
        #expect(decoded([0xC4, 0xC5, 0x20, 0xCE], labels: ["koi8-r"]).text == "де н")
    }

    @Test func `bytes without zeros are not UTF-16, whatever the label says, and others are`() {
        let plain = Array("id,name\n1,Zoë\n".utf8)
        let found = decoded(plain, labels: ["utf-16"])
        #expect(found.text == "id,name\n1,Zoë\n")
        #expect(found.decoder.notes.count == 1)
        let wide = "id,name\n1,Zoë\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for slice in [1, 3, 1000] {
            #expect(decoded(wide, labels: ["utf-8"], slice: slice).text == "id,name\n1,Zoë\n")
            #expect(decoded(wide, labels: ["utf-16le"], slice: slice).decoder.notes.isEmpty)
        }
    }

    /// Source: WHATWG Encoding Standard, section 4.2.
    @Test(
        arguments: [
            ("gb2312", [0xE9, 0x46], "镕"), ("x-gbk", [0xE9, 0x46], "镕"),
            ("gbk", [0x81, 0x30, 0x81, 0x30], "\u{80}"),
            ("CP936", [0xE9, 0x46], "镕"), ("shift_jis", [0x87, 0x40, 0xFB, 0xFC], "①髙"),
            ("x-sjis", [0x93, 0xFA], "日"), ("Windows-31J", [0x87, 0x40], "①"), ("euc-jp", [0xAD, 0xA1], "①"),
            ("euc-kr", [0x8C, 0x63], "똠"), ("ks_c_5601-1987", [0x8C, 0x63], "똠"),
            ("big5", [0x87, 0x40], "䏰"),
            ("tis-620", [0x93, 0xE4, 0x85], "“ไ…"), ("iso-8859-9", [0x93, 0xFE], "“ş"),
            ("iso-8859-11", [0x80, 0xE4], "€ไ"), ("iso-8859-8-i", [0xF9], "ש"), ("logical", [0xF9], "ש"),
            ("x-mac-cyrillic", [0x8F], "П"), ("x-mac-roman", [0x8E], "é"), ("win-1251", [0xCF], "П"),
            ("windows1251", [0xCF], "П"), ("x-windows-1251", [0xCF], "П"), ("cp-1251", [0xCF], "П"),
            ("koi8_r", [0xF0], "П"), ("latin9", [0xA4], "€"), ("ISO8859-2", [0xA3], "Ł"),
            ("ansi", [0x93], "“"),
            ("unicode", [0x3D, 0xD8, 0x00, 0xDE], "😀"), ("UTF_8", [0xC3, 0xA9], "é"),
        ] as [(String, [UInt8], String)])
    func `a label means the encoding that publishers use`(label: String, bytes: [UInt8], plain: String) {
        #expect(text(bytes, label) == (plain, 0))
    }

    @Test(arguments: ["utf-8//IGNORE", "../x", "", "x", "latin-1 ; x"])
    func `a text that is no label names no encoding`(label: String) {
        #expect(Charset(label: label) == nil)
    }

    @Test func `a label that is not known is a remark where the encoding is a guess`() {
        let guessed = decoded([0xE9, 0x61], labels: ["x-own"])
        #expect(guessed.text == "éa")
        let note = "the HTTP header says charset=x-own, which is not known: read as windows-1252"
        #expect(guessed.decoder.notes == [note])
        #expect(decoded(Array("é".utf8), labels: ["x-own"]).decoder.notes.isEmpty)
        #expect(decoded([0xCF], labels: ["x-own", "windows-1251"]).text == "П")
    }

    @Test(
        arguments: [
            ([0x43, 0xC3, 0xA9, 0x20, 0xD0, 0x2E], "Cé \u{FFFD}."),
            ([0xC3, 0xA9, 0xE2, 0x80, 0x20, 0xE2, 0x80, 0x2E], "é\u{FFFD} \u{FFFD}."),
            ([0xAB, 0x65, 0xE9, 0xBB, 0x20], "«eé» "), ([0x93, 0x61, 0xDF, 0x94, 0xFC], "“aß”ü"),
        ] as [([UInt8], String)])
    func `a valid character proves the label UTF-8 beside one that is cut`(bytes: [UInt8], plain: String) {
        #expect(decoded(bytes, labels: ["utf-8"]).text == plain)
    }

    @Test(arguments: [
        Array("M\u{FC}ller".unicodeScalars.map { UInt8($0.value) }), [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2],
    ])
    func `an encoding that is a guess is a remark, and one that is stated is not`(bytes: [UInt8]) {
        let note = "no encoding is stated, and the text is not UTF-8: read as windows-1252, a guess"
        for slice in [1, 1000] {
            #expect(decoded(bytes, labels: [], slice: slice).decoder.notes == [note])
        }
        for label in ["windows-1252", "windows-1251"] {
            #expect(decoded(bytes, label, labels: []).decoder.notes.isEmpty)
            #expect(decoded(bytes, labels: [label]).decoder.notes.isEmpty)
        }
        #expect(decoded(Array("Müller".utf8), labels: []).decoder.notes.isEmpty)
    }

    @Test func `ASCII confirms every label`() {
        #expect(decoded(Array("abc".utf8), labels: ["iso-8859-1"]).decoder.notes.isEmpty)
        #expect(decoded(Array("abc".utf8), labels: ["utf-8"]).decoder.notes.isEmpty)
    }

    @Test func `the encoding of the definition is never disproved`() {
        let found = decoded(Array("é".utf8), "iso-8859-1", labels: ["utf-8"])
        #expect(found.text == "Ã©")
        #expect(found.decoder.notes.isEmpty)
    }

    @Test func `an unknown encoding has no charset`() {
        #expect(Charset(label: "nonsense") == nil)
        #expect(Charset(label: " \"UTF8\" ") == .utf8)
    }
}
