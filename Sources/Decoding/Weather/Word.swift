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
