package import Fetching
package import Reactive

/// Keeps the connections of sources of `Kind=almanac` to other almanacs.
package protocol Linking: AnyObject {
    /// Connects a source, or asks an almanac that it is connected to for its sources.
    ///
    /// - Returns: `answered` once the records are those of the other almanac; cold.
    func attempt(for source: Source) -> AnyPublisher<Outcome, FetchFailure>

    /// Disconnects a source.
    func disconnect(_ source: Source)
}
