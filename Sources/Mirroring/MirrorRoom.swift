import Definitions
import Records
import Refreshing

/// The descriptions and states of mirrored sources that another almanac may make this one hold.
struct MirrorRoom {
    /// The greatest number of mirrored sources, of all links.
    static let mostSources = 10_000
    /// The greatest size of the description and the state of a source, in bytes of JSON.
    nonisolated static let mostOfSource = 64 << 10
    /// The greatest size of those of all sources of a link, in bytes of JSON.
    static let most = 8 << 20

    private var sizes: [SourceName: Int] = [:]
    private var total = 0

    /// Counts a source, or what it has become.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - size: The size of its description and state, in bytes.
    /// - Returns: Whether there is room for it; otherwise what was counted before remains.
    mutating func add(_ name: SourceName, size: Int) -> Bool {
        let change = size - (sizes[name] ?? 0)
        guard change <= 0 || total + change <= Self.most else { return false }
        sizes[name] = size
        total += change
        return true
    }

    /// Removes a source.
    mutating func remove(_ name: SourceName) { total -= sizes.removeValue(forKey: name) ?? 0 }
}
