import Records
import Schemas

/// The altimeter setting: the pressure reduced to sea level by the standard atmosphere (QNH).
///
/// Source: WMO-No. 306, FM 15, group QPHPHPHPH; FMH-1 12.6.11.
public struct Pressure: Hashable, Sendable {
    /// The unit of the reported pressure.
    public enum Unit: UInt8, Sendable {
        /// Hectopascals, `Q`.
        case hectopascals
        /// Inches of mercury, `A`.
        case inches
    }

    private let hundredths: Int32

    /// The unit of the reported pressure.
    public let unit: Unit

    /// Creates a pressure from hundredths of its unit.
    init(hundredths: Int, _ unit: Unit) {
        self.hundredths = Int32(clamping: hundredths)
        self.unit = unit
    }

    /// The reported number in its own unit.
    public var reported: Double { Double(hundredths) / 100 }

    /// The pressure in hectopascals.
    public var hectopascals: Double { unit == .inches ? reported * Factor.inchOfMercury : reported }

    /// The meaning of a word about the pressure.
    enum Group {
        /// A pressure.
        case pressure(Pressure)
        /// A pressure group without a value.
        case missing
    }

    /// Parses `Q1013`, `A2992`, `Q////`, `Q1020.5` or `QNH1013`; `nil` for other words.
    @inline(__always)
    static func read(_ token: Token, in bytes: Span<UInt8>) -> Group? {
        let isInches = token[0] == UInt8(ascii: "A")
        guard isInches || token[0] == UInt8(ascii: "Q") else { return nil }
        if token.count == 5, token.digits == 0b0111_1000 {
            return group(token.number(at: 1, 4), unit: isInches ? .inches : .hectopascals)
        }
        return readAny(token, unit: isInches ? .inches : .hectopascals, in: bytes)
    }

    /// Parses four digits; `nil` for other words.
    static func read(_ token: Token, unit: Unit) -> Group? {
        token.count == 4 && token.digits == 0b1111_0000 ? group(token.number(at: 0, 4), unit: unit) : nil
    }

    private static func readAny(_ token: Token, unit: Unit, in bytes: Span<UInt8>) -> Group? {
        var scan = ByteCursor(token.start + 1..<token.end)
        if !scan.isAtEnd, scan.isSlashes(bytes) { return .missing }
        _ = unit == .hectopascals && scan.consume(letters: "NH", in: bytes)
        let number = scan.number(bytes, upTo: 4)
        guard number.count >= 3, unit == .hectopascals else { return nil }
        var tenths = 0
        if scan.consume(".", in: bytes) { tenths = scan.number(bytes, upTo: 1).value }
        guard scan.isAtEnd, isPossible(number.value, unit) else { return nil }
        return .pressure(Pressure(hundredths: number.value * 100 + tenths * 10, unit))
    }

    @inline(__always)
    private static func group(_ value: Int, unit: Unit) -> Group? {
        guard isPossible(value, unit) else { return nil }
        return .pressure(Pressure(hundredths: unit == .inches ? value : value * 100, unit))
    }

    /// Whether a pressure in hectopascals, or in hundredths of an inch, has occurred on Earth: 850...1100
    /// hPa, 25.11...32.48 inHg.
    @inline(__always)
    static func isPossible(_ value: Int, _ unit: Unit) -> Bool {
        switch unit {
        case .hectopascals: 850...1100 ~= value
        case .inches: 2511...3248 ~= value
        }
    }
}
