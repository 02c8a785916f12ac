/// A number to a hundredth in four bytes; `nil` in none more.
@propertyWrapper
public struct Hundredths: Hashable, Sendable {
    private var raw: Int32 = .min

    /// Nothing known.
    public init() {}

    /// The number, rounded to a hundredth; `nil` when unknown.
    public var wrappedValue: Double? {
        get { raw == .min ? nil : Double(raw) / 100 }
        set { raw = newValue.map { Int32($0 * 100 + ($0 < 0 ? -0.5 : 0.5)) } ?? .min }
    }
}
