public import AlmanacValues
import Records

/// Merges the changes of warnings that several sources have, so that each warning is reported once.
///
/// The first source that brings news of a warning is reported, and a source that brings the same later is
/// not. A warning has ended when no source has it any longer; then the removals of the records that were
/// reported follow.
public struct WarningMerger: Sendable {
    /// A warning, by its sender, identifier and part.
    private struct Entry {
        /// The records that are this warning now.
        var holders: Set<String>
        /// The record whose changes are reported.
        var primary: String
        /// The records that were reported.
        var shown: Set<String> = []
        /// The statements of the last report.
        var news: [String]
        /// The removals of reported records, which wait for the other records.
        var held: [Event] = []
        /// Whether a record of it became another warning, which continues it.
        var isContinued = false
    }

    private var entries: [String: Entry] = [:]
    /// The warning of each record.
    private var names: [String: String] = [:]

    /// Makes a merger that knows no warning.
    public init() {}

    /// Records a record that is there before the first change.
    public mutating func know(_ item: Item) {
        guard let warning = Warning(item), let name = warning.identity else { return }
        names[item.path] = name
        if entries[name] == nil {
            entries[name] = Entry(holders: [], primary: item.path, news: warning.news)
        }
        entries[name]?.holders.insert(item.path)
    }

    /// Returns the events to report after an event, in their order; itself if it concerns no warning.
    public mutating func merge(_ event: Event) -> [Event] {
        guard let item = event.item else { return [event] }
        if event.kind == .removed { return remove(item.path, event) }
        guard let warning = Warning(item), let name = warning.identity else { return [event] }
        let ended = names[item.path] == name ? [] : leave(item.path)
        names[item.path] = name
        return ended + (put(item.path, warning.news, as: name) ? [event] : [])
    }

    /// Adds a record to a warning.
    ///
    /// - Returns: Whether this is to be reported.
    private mutating func put(_ path: String, _ news: [String], as name: String) -> Bool {
        guard var entry = entries[name] else {
            entries[name] = Entry(holders: [path], primary: path, shown: [path], news: news)
            return true
        }
        entry.holders.insert(path)
        entry.held.removeAll { $0.item?.path == path }
        let isReported = path == entry.primary || news != entry.news
        if isReported {
            entry.primary = path
            entry.shown.insert(path)
            entry.news = news
        }
        entries[name] = entry
        return isReported
    }

    /// Removes a record, which becomes another warning, from its warning.
    ///
    /// - Returns: The removals that waited for it.
    private mutating func leave(_ path: String) -> [Event] {
        guard let name = names.removeValue(forKey: path) else { return [] }
        entries[name]?.isContinued = true
        return drop(path, from: name) ? entries.removeValue(forKey: name)?.held ?? [] : []
    }

    private mutating func remove(_ path: String, _ event: Event) -> [Event] {
        guard let name = names.removeValue(forKey: path) else { return [event] }
        let isShown = entries[name]?.shown.contains(path) ?? false
        guard drop(path, from: name) else {
            if isShown { entries[name]?.held.append(event) }
            return []
        }
        guard let entry = entries.removeValue(forKey: name) else { return [event] }
        return entry.held + (isShown || entry.shown.isEmpty && !entry.isContinued ? [event] : [])
    }

    /// Removes a record from a warning.
    ///
    /// - Returns: Whether it was the last one.
    private mutating func drop(_ path: String, from name: String) -> Bool {
        entries[name]?.holders.remove(path)
        guard let next = entries[name]?.holders.min() else { return true }
        if entries[name]?.primary == path { entries[name]?.primary = next }
        return false
    }
}

extension Warning {
    /// The members that change during the life of one message.
    fileprivate var news: [String] {
        ["sent", "phase", "level", "severity", "onset", "ends", "expires"].map { item.data[$0]?.string ?? "" }
    }
}
