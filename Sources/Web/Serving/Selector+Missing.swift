import AlmanacClient
import AlmanacValues

/// The sources that a selector names, and those of them that do not exist.
extension Selector {
    /// The patterns of sources without special characters: each means one source.
    var namedSources: [String] { sources.filter { !$0.contains { "*?[\\".contains($0) } } }

    /// Returns why records may be missing of sources that do not exist.
    ///
    /// A selector also limits kinds and tags: a source that has others is not missing.
    ///
    /// - Parameter sources: The sources that the selector's names, kinds and tags match.
    /// - Returns: A gap for each source that a name means and that does not exist.
    func missing(in sources: [Source]) -> [Gap] {
        guard kinds.isEmpty, tags.isEmpty else { return [] }
        let known = Set(sources.map(\.name))
        let absent = namedSources.filter { !known.contains($0) }
        return absent.map { Gap(source: $0, .remark("there is no such source")) }
    }
}
