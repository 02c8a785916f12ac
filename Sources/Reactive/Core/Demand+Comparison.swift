extension Subscribers.Demand {
    /// Whether the left demand is smaller; unlimited is greater than any count.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

    /// Whether a demand is more than a count.
    @inlinable
    public static func > (left: Self, right: Int) -> Bool { left.isUnlimited || Int(left.raw) > right }

    /// Whether a demand is at least a count.
    @inlinable
    public static func >= (left: Self, right: Int) -> Bool { left.isUnlimited || Int(left.raw) >= right }

    /// Whether a count is more than a demand.
    @inlinable
    public static func > (left: Int, right: Self) -> Bool { right < left }

    /// Whether a count is at least a demand.
    @inlinable
    public static func >= (left: Int, right: Self) -> Bool { right <= left }

    /// Whether a demand is less than a count.
    @inlinable
    public static func < (left: Self, right: Int) -> Bool { !(left >= right) }

    /// Whether a demand is at most a count.
    @inlinable
    public static func <= (left: Self, right: Int) -> Bool { !(left > right) }

    /// Whether a count is less than a demand.
    @inlinable
    public static func < (left: Int, right: Self) -> Bool { right > left }

    /// Whether a count is at most a demand.
    @inlinable
    public static func <= (left: Int, right: Self) -> Bool { right >= left }

    /// Whether a demand is exactly a count.
    @inlinable
    public static func == (left: Self, right: Int) -> Bool { !left.isUnlimited && Int(left.raw) == right }

    /// Whether a demand is not exactly a count.
    @inlinable
    public static func != (left: Self, right: Int) -> Bool { !(left == right) }

    /// Whether a count is exactly a demand.
    @inlinable
    public static func == (left: Int, right: Self) -> Bool { right == left }

    /// Whether a count is not exactly a demand.
    @inlinable
    public static func != (left: Int, right: Self) -> Bool { !(right == left) }
}
