import Records
import Testing

@Suite struct TimeSpanTests {
    @Test(arguments: [
        ("90", Duration.seconds(90)), ("5min", .seconds(300)), ("1h 30min", .seconds(5400)),
        ("1d", .seconds(86_400)),
        ("250ms", .milliseconds(250)), ("2w", .seconds(1_209_600)), ("1 h", .seconds(3600)),
    ])
    func `a time span is read as systemd reads it`(text: String, expected: Duration) {
        #expect(TimeSpan.parse(text) == expected)
    }

    @Test(arguments: ["", "soon", "-5s", "5 parsecs", "1.5h", "99999999999999999999", "9999999w"])
    func `an invalid time span is refused`(text: String) {
        #expect(TimeSpan.parse(text) == nil)
    }

    @Test(arguments: [("16M", 16_777_216), ("512", 512), ("1G", 1_073_741_824), ("0", 0)])
    func `a size counts in powers of 1,024`(text: String, expected: Int) {
        #expect(ByteSize.parse(text) == expected)
    }

    @Test(arguments: ["", "M", "-1", "12Q", "99999999999G"])
    func `an invalid size is refused`(text: String) {
        #expect(ByteSize.parse(text) == nil)
    }
}
