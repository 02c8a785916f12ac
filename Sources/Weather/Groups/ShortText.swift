import Decoding
import Records

/// A short text of a report, such as `-SHRA`, `KPWM` or `04R`: at most 16 bytes, stored inline.
public struct ShortText: Blank, CustomStringConvertible {
    /// Bytes 0...7, the first one in the highest place.
    private let high: UInt64
    /// Bytes 8...15.
    private let low: UInt64

    /// The empty text.
    public static var blank: ShortText { ShortText(high: 0, low: 0) }

    /// Whether the text is empty.
    public var isEmpty: Bool { high == 0 }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a text; `nil` if it is longer than 16 bytes or contains a NUL.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 16, !bytes.contains(0) else { return nil }
        self.init(bytes.span, range: 0..<bytes.count)
    }

    init(_ bytes: Span<UInt8>, range: Range<Int>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, place) in range.prefix(16).enumerated() {
            if index < 8 {
                high |= UInt64(bytes[place]) << UInt64(56 - 8 * index)
            } else {
                low |= UInt64(bytes[place]) << UInt64(120 - 8 * index)
            }
        }
        self.high = high
        self.low = low
    }

    @inline(__always)
    init(_ token: Token, in bytes: Span<UInt8>) {
        if token.count <= 8 {
            self.init(token)
        } else {
            self.init(bytes, range: token.start..<token.end)
        }
    }

    /// Creates a text from the first eight bytes of a word.
    @inline(__always)
    init(_ token: Token) {
        high = token.head
        low = 0
    }

    /// Creates a text of at most eight ASCII characters.
    @inline(__always)
    init(known text: StaticString) {
        high = Token.head(text)
        low = 0
    }

    /// The first eight bytes, the first one in the highest place.
    var head: UInt64 { high }

    /// Creates a text of up to four letters, the first one in the highest place.
    init(letters: UInt32) { self.init(high: UInt64(letters) << 32, low: 0) }

    /// The first four letters, the first one in the highest place.
    var letters: UInt32 { UInt32(high >> 32) }

    /// Whether all bytes are ASCII; other bytes need not be UTF-8.
    var isASCII: Bool { (high | low) & .highBits == 0 }

    /// The length of the text, in bytes.
    var count: Int {
        low == 0 ? 8 - high.trailingZeroBitCount / 8 : 16 - low.trailingZeroBitCount / 8
    }

    /// The text, padded with zeros.
    var bytes: InlineArray<16, UInt8> {
        InlineArray { index in
            UInt8(truncatingIfNeeded: (index < 8 ? high : low) &>> UInt64(56 &- 8 &* (index & 7)))
        }
    }

    /// The text.
    public var description: String { bytes.span.text(0..<count) }

    /// Whether the text begins with another one.
    public func begins(_ text: StaticString) -> Bool {
        (high ^ Token.head(text)) >> UInt64(64 - 8 * text.utf8CodeUnitCount) == 0
    }
}
