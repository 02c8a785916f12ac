/// The pressure reduced to sea level by the standard atmosphere (QNH), as altimeters are set.
///
/// Source: WMO-No. 306, FM 15, group QPHPHPHPH; FMH-1 12.6.11.
public struct Pressure: Hashable, Sendable {
    /// What a pressure was reported in.
    public enum Unit: UInt8, Sendable {
        /// Hectopascals, `Q`.
        case hectopascals
        /// Inches of mercury, `A`.
        case inches
    }

    /// Hectopascals of an inch of mercury at 0 °C.
    ///
    /// Source: NIST SP 811, appendix B.8.
    static let inch = 33.86389

    private let hundredths: Int32

    /// What it was reported in.
    public let unit: Unit

    /// Makes a pressure of hundredths of its unit.
    init(hundredths: Int, _ unit: Unit) { (self.hundredths, self.unit) = (Int32(clamping: hundredths), unit) }

    /// The number as reported, in its own unit.
    public var reported: Double { Double(hundredths) / 100 }

    /// Hectopascals.
    public var hectopascals: Double { unit == .inches ? reported * Pressure.inch : reported }

    /// What a word says about the pressure.
    enum Reading {
        /// A pressure.
        case pressure(Pressure)
        /// A group that says the pressure is unknown.
        case missing
    }

    /// Reads `Q1013`, `A2992`, `Q////`, `Q1020.5`, `QNH1013`; `nil` when the word is none.
    @inline(__always)
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> Reading? {
        let isInches = token[0] == 0x41
        guard isInches || token[0] == 0x51 else { return nil }
        if token.count == 5, token.digits == 0b0111_1000 {
            return reading(token.number(at: 1, 4), isInches ? .inches : .hectopascals)
        }
        return readAny(token, isInches ? .inches : .hectopascals, bytes)
    }

    /// Reads the four digits alone; `nil` when the word is none.
    static func read(_ token: Token, _ unit: Unit) -> Reading? {
        token.count == 4 && token.digits == 0b1111_0000 ? reading(token.number(at: 0, 4), unit) : nil
    }

    private static func readAny(_ token: Token, _ unit: Unit, _ bytes: Span<UInt8>) -> Reading? {
        var scan = Scan(token.start + 1..<token.end)
        if !scan.isAtEnd, scan.isSlashes(bytes) { return .missing }
        _ = unit == .hectopascals && scan.take("NH", bytes)
        let number = scan.number(bytes, upTo: 4)
        guard number.count >= 3, unit == .hectopascals else { return nil }
        var tenths = 0
        if scan.take(".", bytes) { tenths = scan.number(bytes, upTo: 1).value }
        guard scan.isAtEnd else { return nil }
        return .pressure(Pressure(hundredths: number.value * 100 + tenths * 10, unit))
    }

    /// What lies outside of what the Earth has seen is a fault: 850...1100 hPa, 25.11...32.48 inHg.
    @inline(__always)
    private static func reading(_ value: Int, _ unit: Unit) -> Reading? {
        switch unit {
        case .hectopascals: 850...1100 ~= value ? .pressure(Pressure(hundredths: value * 100, unit)) : nil
        case .inches: 2511...3248 ~= value ? .pressure(Pressure(hundredths: value, unit)) : nil
        }
    }
}
