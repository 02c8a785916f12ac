/// How far one sees along one runway.
///
/// Source: WMO-No. 306, FM 15, group RDRDR/VRVRVRVRi; FMH-1 12.6.7.
public struct RunwayVisualRange: Hashable, Sendable {
    /// Where it is going.
    public enum Tendency: UInt8, Sendable {
        /// Getting better, `U`.
        case up
        /// Getting worse, `D`.
        case down
        /// Not changing, `N`.
        case none

        /// The word for it: `up`, `down` or `none`.
        public var word: String {
            switch self {
            case .up: "up"
            case .down: "down"
            case .none: "none"
            }
        }
    }

    /// One bound as reported.
    public struct Bound: Hashable, Sendable {
        /// The number as reported.
        public let reported: Int
        /// It was reported in feet, otherwise in metres.
        public let isFeet: Bool
        /// Whether the true value lies below or above (M, P).
        public let qualifier: Visibility.Qualifier

        /// Metres.
        public var meters: Double { isFeet ? Double(reported) * 0.3048 : Double(reported) }
    }

    /// The runway, such as `04R`.
    public let runway: Code
    /// The least, or the only value; `nil` when the sensor gave none.
    public let low: Bound?
    /// The greatest; `nil` when there is one value only.
    public let high: Bound?
    /// Where it is going; `nil` when not reported.
    public let tendency: Tendency?
}

extension RunwayVisualRange {
    /// Reads `R04R/1500VP2000FT/U`; `nil` when the word is none.
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> RunwayVisualRange? {
        var scan = Scan(token)
        guard scan.take("R", bytes) else { return nil }
        let name = scan.at
        guard scan.number(bytes, exactly: 2) != nil else { return nil }
        _ = scan.take("L", bytes) || scan.take("R", bytes) || scan.take("C", bytes)
        let runway = Code(bytes, name..<scan.at)
        guard scan.take("/", bytes) else { return nil }
        if isMissing(scan, bytes) {
            return RunwayVisualRange(runway: runway, low: nil, high: nil, tendency: nil)
        }
        guard let low = value(&scan, bytes) else { return nil }
        var high: (Int, Visibility.Qualifier)?
        if scan.take("V", bytes) {
            high = value(&scan, bytes)
            if high == nil { return nil }
        }
        let isFeet = scan.take("FT", bytes)
        _ = scan.take("/", bytes)
        guard let tendency = tendency(&scan, bytes), scan.isAtEnd else { return nil }
        return RunwayVisualRange(
            runway: runway, low: Bound(reported: low.0, isFeet: isFeet, qualifier: low.1),
            high: high.map { Bound(reported: $0.0, isFeet: isFeet, qualifier: $0.1) }, tendency: tendency)
    }

    /// Whether four slashes stand there, with or without a unit and a tendency behind them.
    private static func isMissing(_ scan: Scan, _ bytes: Span<UInt8>) -> Bool {
        var scan = scan
        guard scan.slashes(bytes, 4) else { return false }
        _ = scan.take("FT", bytes)
        _ = scan.take("/", bytes)
        return tendency(&scan, bytes) != nil && scan.isAtEnd
    }

    private static func value(_ scan: inout Scan, _ bytes: Span<UInt8>) -> (Int, Visibility.Qualifier)? {
        let qualifier: Visibility.Qualifier =
            scan.take("M", bytes) ? .less : scan.take("P", bytes) ? .more : .exact
        return scan.number(bytes, exactly: 4).map { ($0, qualifier) }
    }

    /// - Returns: `.some(nil)` when nothing or a slash stands there, `nil` for another letter.
    private static func tendency(_ scan: inout Scan, _ bytes: Span<UInt8>) -> Tendency?? {
        if scan.isAtEnd || scan.take("/", bytes) { return .some(nil) }
        if scan.take("U", bytes) { return .up }
        if scan.take("D", bytes) { return .down }
        return scan.take("N", bytes) ? .some(.some(.none)) : nil
    }
}
