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
}
