package import Definitions
package import Records

/// A source that can be fetched together with others.
package protocol BatchMember: AnyObject {
    /// The name of the source.
    var name: SourceName { get }
    /// The definition of the source.
    var definition: Definition { get }
    /// Whether the source may be fetched together with others that are due: it is awake, is due soon, or
    /// failed.
    var isAboutDue: Bool { get }

    /// Wakes the source, which then joins the running request that includes it; no other attempt is planned
    /// until that one ends.
    func wakeToJoin()

    /// Records a step of the attempt.
    func note(_ step: AttemptStep)
}
