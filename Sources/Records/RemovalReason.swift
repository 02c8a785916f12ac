/// The reason why almanac removed a record.
public enum RemovalReason: String, Hashable, Sendable, CaseIterable {
    /// The newest answer of the upstream, or the sides of a join, no longer have it.
    case upstream
    /// Its end has passed, or time has moved the window past it.
    case clock
    /// Documents lacked it, and `Keep=` does not retain it any longer.
    case retention
    /// The newest document has it, but in a form that cannot be read or that a rule of the definition leaves out.
    case rejected
    /// The source was removed, or its definition has changed what it reads.
    case definition
    /// Documents lacked it for so long that it counts as over, without a word of the upstream.
    case unconfirmed
}
