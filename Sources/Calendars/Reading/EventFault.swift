/// A property of an event that cannot be read, with the reason.
struct EventFault: Error {
    /// The property.
    let field: String
    /// The text of the property.
    let found: String
    /// The fault in lower case without a full stop.
    let reason: String
}
