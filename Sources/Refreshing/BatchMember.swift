package import Definitions
package import Records
package import Rhythm

/// A source that can be fetched together with others.
package protocol BatchMember: AnyObject {
    /// The name of the source.
    var name: SourceName { get }
    /// The definition of the source.
    var definition: Definition { get }
    /// The rhythm that it has learned, with the account of its latest attempt; `nil` if it follows a timer.
    var learned: SourceRhythm? { get }

    /// Returns whether the source may be fetched together with others that are due.
    ///
    /// - Parameter shortest: The shortest interval of all that can be fetched together.
    /// - Returns: Whether it is awake, is due soon or failed, or learns and has no longer interval than they
    ///   have, or was not fetched for two thirds of it.
    func isAboutDue(every shortest: Duration) -> Bool

    /// Wakes the source, which then joins the running request that includes it; no other attempt is planned
    /// until that one ends.
    func wakeToJoin()

    /// Records a step of the attempt.
    func record(_ step: AttemptStep)
}
