extension Subscribers {
    /// A number of requested values: zero or more, or unlimited.
    ///
    /// Sums saturate at unlimited; differences stop at none, and unlimited stays unlimited.
    @frozen
    public struct Demand: Hashable, Comparable, Codable, CustomStringConvertible, Sendable {
        @usableFromInline
        var raw: UInt

        @inlinable
        init(raw: UInt) { self.raw = Swift.min(raw, Demand.limitless) }

        /// No limit.
        @inlinable public static var unlimited: Demand { Demand(raw: limitless) }

        /// No values.
        @inlinable public static var none: Demand { Demand(raw: 0) }

        /// Returns a limited demand; a negative count is a programming error.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "demand cannot be negative")
            return Demand(raw: UInt(value))
        }

        /// The count; `nil` when unlimited.
        @inlinable public var max: Int? { isUnlimited ? nil : Int(raw) }

        /// "unlimited" or "max(3)".
        public var description: String { isUnlimited ? "unlimited" : "max(\(raw))" }

        @inlinable static var limitless: UInt { UInt(Int.max) + 1 }

        /// Whether there is no limit. No count is greater, so that the comparison is one of the sign.
        @inlinable var isUnlimited: Bool { raw >= Demand.limitless }
    }
}

extension Subscribers.Demand {
    /// Reads a demand from its raw count.
    public init(from decoder: any Decoder) throws {
        self.init(raw: try decoder.singleValueContainer().decode(UInt.self))
    }

    /// Writes the raw count; unlimited is 2^63.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(raw)
    }
}
