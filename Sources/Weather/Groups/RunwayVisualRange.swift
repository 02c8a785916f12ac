import Schemas

/// The visual range along a runway.
///
/// Source: WMO-No. 306, FM 15, group RDRDR/VRVRVRVRi; FMH-1 12.6.7.
public struct RunwayVisualRange: Hashable, Sendable {
    /// The tendency of the visual range.
    public enum Tendency: UInt8, Sendable {
        /// Improving, `U`.
        case up
        /// Deteriorating, `D`.
        case down
        /// No change, `N`.
        case none

        /// The word in records: `up`, `down` or `none`.
        public var word: String {
            switch self {
            case .up: "up"
            case .down: "down"
            case .none: "none"
            }
        }
    }

    /// A limit as reported.
    public struct Bound: Hashable, Sendable {
        /// The reported number.
        public let reported: Int
        /// Whether the number is in feet; otherwise in metres.
        public let isFeet: Bool
        /// Whether the true value is below or above (M, P).
        public let qualifier: Visibility.Qualifier

        /// The limit in metres.
        public var meters: Double { isFeet ? Double(reported) * Factor.foot : Double(reported) }
    }

    /// The runway, such as `04R`.
    public let runway: ShortText
    /// The lowest or only value; `nil` if the sensor reported none.
    public let low: Bound?
    /// The highest value; `nil` if there is only one.
    public let high: Bound?
    /// The tendency; `nil` if not reported.
    public let tendency: Tendency?
}

extension RunwayVisualRange {
    /// Parses `R04R/1500VP2000FT/U`; `nil` for other words.
    static func read(_ token: Token, in bytes: Span<UInt8>) -> RunwayVisualRange? {
        var scan = ByteCursor(token)
        guard scan.consume("R", in: bytes) else { return nil }
        let name = scan.at
        guard scan.number(bytes, exactly: 2) != nil else { return nil }
        _ = scan.consume("L", in: bytes) || scan.consume("R", in: bytes) || scan.consume("C", in: bytes)
        let runway = ShortText(bytes, range: name..<scan.at)
        guard scan.consume("/", in: bytes), !RunwayState.isSixFigures(scan, in: bytes) else { return nil }
        if isMissing(scan, in: bytes) {
            return RunwayVisualRange(runway: runway, low: nil, high: nil, tendency: nil)
        }
        guard let low = value(&scan, in: bytes) else { return nil }
        var high: (Int, Visibility.Qualifier)?
        if scan.consume("V", in: bytes) {
            high = value(&scan, in: bytes)
            if high == nil { return nil }
        }
        let isFeet = scan.consume(letters: "FT", in: bytes)
        _ = scan.consume("/", in: bytes)
        guard let tendency = tendency(&scan, in: bytes), scan.isAtEnd else { return nil }
        return RunwayVisualRange(
            runway: runway, low: Bound(reported: low.0, isFeet: isFeet, qualifier: low.1),
            high: high.map { Bound(reported: $0.0, isFeet: isFeet, qualifier: $0.1) }, tendency: tendency)
    }

    /// Whether four slashes follow, optionally with a unit and a tendency.
    private static func isMissing(_ scan: ByteCursor, in bytes: Span<UInt8>) -> Bool {
        var scan = scan
        guard scan.slashes(bytes, count: 4) else { return false }
        _ = scan.consume(letters: "FT", in: bytes)
        _ = scan.consume("/", in: bytes)
        return tendency(&scan, in: bytes) != nil && scan.isAtEnd
    }

    private static func value(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> (Int, Visibility.Qualifier)?
    {
        let qualifier: Visibility.Qualifier =
            scan.consume("M", in: bytes) ? .less : scan.consume("P", in: bytes) ? .more : .exact
        return scan.number(bytes, exactly: 4).map { ($0, qualifier) }
    }

    /// Parses a tendency.
    ///
    /// - Returns: `.some(nil)` if nothing or a slash follows, `nil` for another letter.
    private static func tendency(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Tendency?? {
        if scan.isAtEnd || scan.consume("/", in: bytes) { return .some(nil) }
        if scan.consume("U", in: bytes) { return .up }
        if scan.consume("D", in: bytes) { return .down }
        return scan.consume("N", in: bytes) ? .some(.some(.none)) : nil
    }
}
