public import Records

/// A maximum or minimum temperature of a forecast.
///
/// Source: WMO-No. 306, FM 51, group TXTFTF/YFYFGFGFZ.
public struct TAFExtreme: Hashable, Sendable {
    /// The kind of an extreme.
    public enum Kind: UInt8, Sendable {
        /// The maximum, `TX`.
        case maximum
        /// The minimum, `TN`.
        case minimum
        /// Not specified, `T`; the first of two is usually the maximum.
        case unknown
    }

    /// The kind.
    public let kind: Kind
    /// The temperature in degrees Celsius.
    public let temperature: Int
    /// The time; `nil` if it is invalid.
    public let time: UTC?

    /// The word of an extreme: `TX25/1306Z`, `TNM03/1221Z` or `T24/1321Z`; old forecasts give only the hour.
    struct Word {
        let kind: Kind
        /// The temperature in degrees Celsius.
        let temperature: Int
        /// The day, if the word states it, and the hour.
        let time: (day: Int?, hour: Int)

        /// Parses the word; `nil` for other words.
        static func read(_ token: Token, in bytes: Span<UInt8>) -> Word? {
            guard token.count >= 6, token.count <= 11 else { return nil }
            var scan = ByteCursor(token.start + 1..<token.end)
            let kind: TAFExtreme.Kind =
                scan.consume("X", in: bytes) ? .maximum : scan.consume("N", in: bytes) ? .minimum : .unknown
            let isBelow = scan.consume("M", in: bytes) || scan.consume("-", in: bytes)
            let degrees = scan.number(bytes, upTo: 2)
            guard degrees.count > 0, scan.consume("/", in: bytes) else { return nil }
            let time = scan.number(bytes, upTo: 4)
            guard time.count == 2 || time.count == 4, scan.consume("Z", in: bytes) || scan.isAtEnd,
                scan.isAtEnd
            else { return nil }
            return Word(
                kind: kind, temperature: isBelow ? -degrees.value : degrees.value,
                time: time.count == 2 ? (nil, time.value) : (time.value / 100, time.value % 100))
        }
    }
}
