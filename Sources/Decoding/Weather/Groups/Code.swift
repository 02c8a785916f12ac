/// A short word of a report as it was written, such as `-SHRA`, `KPWM` or `04R`: at most 16 bytes, kept in place.
public struct Code: Blank, CustomStringConvertible {
    /// Bytes 0...7, the first in the highest place.
    private let high: UInt64
    /// Bytes 8...15.
    private let low: UInt64

    /// The empty text.
    public static var blank: Code { Code(high: 0, low: 0) }

    /// Whether this is the empty text.
    public var isEmpty: Bool { high == 0 }

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Keeps a text; `nil` when it is longer than 16 bytes or holds a NUL.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 16, !bytes.contains(0) else { return nil }
        self.init(bytes.span, 0..<bytes.count)
    }

    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, place) in range.prefix(16).enumerated() {
            if index < 8 {
                high |= UInt64(bytes[place]) << UInt64(56 - 8 * index)
            } else {
                low |= UInt64(bytes[place]) << UInt64(120 - 8 * index)
            }
        }
        (self.high, self.low) = (high, low)
    }

    @inline(__always)
    init(_ token: Token, _ bytes: Span<UInt8>) {
        if token.count <= 8 {
            self.init(token)
        } else {
            self.init(bytes, token.start..<token.end)
        }
    }

    /// Keeps the first eight bytes of a word.
    @inline(__always)
    init(_ token: Token) { (high, low) = (token.head, 0) }

    /// Keeps a text of at most eight bytes of ASCII.
    @inline(__always)
    init(known text: StaticString) { (high, low) = (Token.head(text), 0) }

    /// The first eight bytes, the first in the highest place.
    var head: UInt64 { high }

    /// Keeps up to four letters, the first in the highest place.
    init(letters: UInt32) { self.init(high: UInt64(letters) << 32, low: 0) }

    /// The first four letters, the first in the highest place.
    var letters: UInt32 { UInt32(high >> 32) }

    /// Whether all bytes are ASCII; others need not be UTF-8.
    var isASCII: Bool { (high | low) & 0x8080_8080_8080_8080 == 0 }

    /// How long the text is, bytes.
    var count: Int {
        low == 0 ? 8 - high.trailingZeroBitCount / 8 : 16 - low.trailingZeroBitCount / 8
    }

    /// The text, zeros behind it.
    var bytes: InlineArray<16, UInt8> {
        InlineArray { index in
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) &>> UInt64(56 &- 8 &* (index & 7)))
        }
    }

    /// The text.
    public var description: String { bytes.span.text(0..<count) }

    /// Whether the text begins with another.
    public func begins(_ text: StaticString) -> Bool {
        (high ^ Token.head(text)) >> UInt64(64 - 8 * text.utf8CodeUnitCount) == 0
    }
}
