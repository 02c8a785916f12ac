/// Why a template cannot be read.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// The template.
    public let text: String
    /// What is wrong with it.
    public let reason: String

    /// What is wrong, with the template.
    public var description: String { "\(reason) in \"\(text)\"" }
}
