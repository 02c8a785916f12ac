public import Records

/// The highest or lowest temperature of a forecast.
///
/// Source: WMO-No. 306, FM 51, group TXTFTF/YFYFGFGFZ.
public struct TAFExtreme: Hashable, Sendable {
    /// Which one it is.
    public enum Kind: UInt8, Sendable {
        /// The highest, `TX`.
        case maximum
        /// The lowest, `TN`.
        case minimum
        /// Not said, `T`; the first of two is the higher as a rule.
        case unknown
    }

    /// Which one it is.
    public let kind: Kind
    /// Degrees Celsius.
    public let temperature: Int
    /// When; `nil` when the time is none.
    public let time: UTC?
}
