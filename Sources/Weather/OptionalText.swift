/// An optional short text that needs no extra byte.
@propertyWrapper
public struct OptionalText: Hashable, Sendable {
    private var code = ShortText.blank

    /// Creates an absent text.
    public init() {}

    /// The text; `nil` if absent.
    public var wrappedValue: ShortText? {
        get { code.isEmpty ? nil : code }
        set { code = newValue ?? .blank }
    }
}
