/// An optional number to a hundredth, stored in four bytes.
@propertyWrapper
public struct Hundredths: Hashable, Sendable {
    private var raw: Int32 = .min

    /// Creates an unknown number.
    public init() {}

    /// The number, rounded to a hundredth; `nil` if unknown.
    public var wrappedValue: Double? {
        get { raw == .min ? nil : Double(raw) / 100 }
        set { raw = newValue.map { Int32($0 * 100 + ($0 < 0 ? -0.5 : 0.5)) } ?? .min }
    }
}
