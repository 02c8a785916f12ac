package import Definitions
package import Records

/// The sources whose changes and states are sent to subscribers.
package protocol SubscribedSources: AnyObject {
    /// The names of all sources, sorted.
    var names: [SourceName] { get }

    /// Returns the content of a source's definition as the interface sends it; `nil` if there is no source of
    /// that name.
    func context(of name: SourceName) -> JSON?

    /// Returns the state of a source as the interface sends it; `nil` if there is no source of that name.
    func runtime(of name: SourceName) -> JSON?

    /// Returns the names of the sources that match a selector, sorted.
    func names(wantedBy selector: Selector) -> [String]

    /// Whether a source matches a selector; also for a name without a source.
    func isWanted(_ name: String, by selector: Selector) -> Bool
}
