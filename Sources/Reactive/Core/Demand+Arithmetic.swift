extension Subscribers.Demand {
    /// The sum; saturates at unlimited.
    @inlinable
    public static func + (left: Self, right: Self) -> Self {
        let (sum, overflows) = left.raw.addingReportingOverflow(right.raw)
        return overflows ? .unlimited : Self(raw: sum)
    }

    /// Adds; saturates at unlimited.
    @inlinable
    public static func += (left: inout Self, right: Self) { left = left + right }

    /// The sum with a count, which may be negative; never below none.
    @inlinable
    public static func + (left: Self, right: Int) -> Self {
        if left.isUnlimited { return .unlimited }
        let (sum, overflows) = Int(left.raw).addingReportingOverflow(right)
        return overflows ? .unlimited : Self(raw: UInt(Swift.max(0, sum)))
    }

    /// Adds a count, which may be negative.
    @inlinable
    public static func += (left: inout Self, right: Int) { left = left + right }

    /// The product with a count; saturates at unlimited. A negative count is a programming error.
    public static func * (left: Self, right: Int) -> Self {
        precondition(right >= 0, "demand cannot be negative")
        if left.isUnlimited { return .unlimited }
        let (product, overflows) = left.raw.multipliedReportingOverflow(by: UInt(right))
        return overflows ? .unlimited : Self(raw: product)
    }

    /// Multiplies with a count.
    public static func *= (left: inout Self, right: Int) { left = left * right }

    /// The difference, never below none; unlimited less anything limited stays unlimited.
    @inlinable
    public static func - (left: Self, right: Self) -> Self {
        if left.isUnlimited { return .unlimited }
        return left.raw <= right.raw ? .none : Self(raw: left.raw - right.raw)
    }

    /// Subtracts; never below none.
    @inlinable
    public static func -= (left: inout Self, right: Self) { left = left - right }

    /// The difference with a count, never below none.
    @inlinable
    public static func - (left: Self, right: Int) -> Self {
        if left.isUnlimited { return .unlimited }
        let (difference, overflows) = Int(left.raw).subtractingReportingOverflow(right)
        return overflows ? .unlimited : Self(raw: UInt(Swift.max(0, difference)))
    }

    /// Subtracts a count; never below none.
    @inlinable
    public static func -= (left: inout Self, right: Int) { left = left - right }
}
