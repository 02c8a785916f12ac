import Records

/// The rainfall that Australian stations report after RMK or at the end of the body.
///
/// Source: Bureau of Meteorology, aerodrome weather observations, group RFrr.r/rrr.r; a third number between
/// the two is the rainfall of an hour.
public struct Rainfall: Hashable, Sendable {
    /// The rainfall of the last ten minutes, in millimetres; `nil` if not reported.
    @Hundredths public private(set) var tenMinutes: Double?
    /// The rainfall of the last hour, in millimetres; `nil` if not reported.
    @Hundredths public private(set) var hour: Double?
    /// The rainfall since nine o'clock local time, in millimetres; `nil` if not reported.
    @Hundredths public private(set) var sinceNine: Double?

    private init() {}

    /// Parses `RF00.2/011.2`, `RF21.5/112.4/031.8`, `RF00.0////./` or `RF00/0/000/0`; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> Rainfall? {
        var scan = ByteCursor(token)
        var found = Rainfall()
        guard scan.consume(letters: "RF", in: bytes),
            amount(&scan, digits: 2, in: bytes, into: &found.tenMinutes), scan.consume("/", in: bytes),
            amount(&scan, digits: 3, in: bytes, into: &found.sinceNine)
        else { return nil }
        if scan.isAtEnd { return found }
        found.hour = found.sinceNine
        guard scan.consume("/", in: bytes), amount(&scan, digits: 3, in: bytes, into: &found.sinceNine) else {
            return nil
        }
        return scan.isAtEnd ? found : nil
    }

    /// Finds the first rainfall in a part of a report; `nil` if it has none.
    static func find(in range: Range<Int>, of bytes: Span<UInt8>) -> Rainfall? {
        var tokens = Tokens(range)
        while let token = tokens.next(bytes) {
            if token.begins("RF"), let found = read(token, in: bytes) { return found }
        }
        return nil
    }

    /// Reads a number with one decimal digit, or slashes for each of its digits; some stations write its
    /// point as a slash.
    private static func amount(
        _ scan: inout ByteCursor, digits: Int, in bytes: Span<UInt8>, into value: inout Double?
    ) -> Bool {
        if let whole = scan.number(bytes, exactly: digits) {
            guard scan.consume(".", in: bytes) || scan.consume("/", in: bytes),
                let tenths = scan.number(bytes, exactly: 1)
            else { return false }
            value = Double(whole * 10 + tenths) / 10
            return true
        }
        value = nil
        return scan.slashes(bytes, count: digits)
            && (scan.consume(".", in: bytes) || scan.consume("/", in: bytes))
            && scan.consume("/", in: bytes)
    }

    /// Writes the members in sorted order.
    func write(to writer: inout JSONWriter) {
        writer.member(.hour, hour)
        writer.member(.sinceNine, sinceNine)
        writer.member(.tenMinutes, tenMinutes)
    }
}
