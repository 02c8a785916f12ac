/// The reason why a template cannot be parsed.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// The template.
    public let text: String
    /// The reason.
    public let reason: String

    /// The reason, with the template.
    public var description: String { "\(reason) in \"\(text)\"" }
}
