/// A number to a hundredth in four bytes; `nil` in none more.
@propertyWrapper
public struct Hundredths: Hashable, Sendable {
    private var raw: Int32 = .min

    /// Nothing known.
    public init() {}

    /// The number, rounded to a hundredth; `nil` when unknown.
    public var wrappedValue: Double? {
        get { raw == .min ? nil : Double(raw) / 100 }
        set { raw = newValue.map { Int32(($0 * 100).rounded()) } ?? .min }
    }
}

/// A short word without a byte for whether there is one.
@propertyWrapper
public struct Word: Hashable, Sendable {
    private var code = Code.blank

    /// No word.
    public init() {}

    /// The word; `nil` when there is none.
    public var wrappedValue: Code? {
        get { code.isEmpty ? nil : code }
        set { code = newValue ?? .blank }
    }
}
