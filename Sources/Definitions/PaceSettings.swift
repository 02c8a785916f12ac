import Records

/// The settings that say how often, and when, a source is fetched: `Refresh=` or `Requests=`, and `Rhythm=`.
nonisolated struct PaceSettings {
    /// The interval between fetches if none is set, and that between two checks of another almanac.
    private static let standard: Duration = .seconds(3600)
    private static let linkStandard: Duration = .seconds(300)
    private static let shortest: Duration = .seconds(1)

    /// The interval between fetches; `nil` if the source is fetched on demand only.
    let interval: Duration?
    /// Whether the requests follow the times at which the upstream publishes.
    let learnsRhythm: Bool

    /// Reads the settings of a definition.
    ///
    /// - Throws: An error if one is invalid, or two contradict each other.
    init(_ options: Options, of kind: Kind, from origin: Definition.Origin) throws(OptionError) {
        guard kind.readsDocuments else {
            interval = kind == .almanac ? try PaceSettings.linkInterval(options) : nil
            learnsRhythm = false
            return
        }
        interval = try PaceSettings.interval(options)
        let isPolled = if case .url = origin { interval != nil } else { false }
        learnsRhythm = try PaceSettings.learnsRhythm(options, isPolled: isPolled)
    }

    /// Returns the interval that was stated last: a drop-in replaces the one of the definition.
    private static func interval(_ options: Options) throws(OptionError) -> Duration? {
        let refresh = options.lastIndex(in: "Source", named: "Refresh") ?? -1
        let requests = options.lastIndex(in: "Source", named: "Requests") ?? -1
        let (first, last) = (min(refresh, requests), max(refresh, requests))
        guard last >= 0 else { return standard }
        let stated = options.entries[last]
        if first >= 0, options.entries[first].file == stated.file {
            let other = options.entries[first].name
            throw OptionError(stated, "cannot be combined with \(other)=, which also says how often")
        }
        if last == requests { return try interval(of: stated) }
        return stated.value == "on-demand" ? nil : try interval(between: stated)
    }

    /// Returns the interval of a source that has no requests of its own to plan.
    private static func linkInterval(_ options: Options) throws(OptionError) -> Duration {
        let entries = ["Requests", "Rhythm"].compactMap { options.last(in: "Source", named: $0) }
        let refresh = options.last(in: "Source", named: "Refresh")
        if let entry = entries.first ?? (refresh?.value == "on-demand" ? refresh : nil) {
            throw OptionError(entry, "is not allowed with Kind=almanac, which follows all changes")
        }
        guard let refresh else { return linkStandard }
        return try interval(between: refresh)
    }

    private static func interval(between refresh: Options.Entry) throws(OptionError) -> Duration {
        guard let span = TimeSpan.parse(refresh.value) else {
            throw OptionError(refresh, "is not a time span such as 5min or 1d")
        }
        guard span >= shortest else { throw OptionError(refresh, "is less than a second") }
        return span
    }

    /// Returns the interval of a number of requests per time, such as `72/d`.
    private static func interval(of entry: Options.Entry) throws(OptionError) -> Duration {
        let parts = entry.value.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int64(parts[0]), count > 0, parts[1].utf8.allSatisfy(\.isLetter),
            !parts[1].isEmpty, let time = TimeSpan.parse("1\(parts[1])")
        else {
            throw OptionError(entry, "is not a number of requests per time such as 72/d or 6/h")
        }
        let interval: Duration = .microseconds(time.microseconds / count)
        guard interval >= shortest else { throw OptionError(entry, "is more than one request per second") }
        return interval
    }

    private static func learnsRhythm(_ options: Options, isPolled: Bool) throws(OptionError) -> Bool {
        guard let entry = options.last(in: "Source", named: "Rhythm") else { return isPolled }
        switch entry.value {
        case "fixed": return false
        case "learn" where isPolled: return true
        case "learn": throw OptionError(entry, "requires URL= and an interval, whose requests it plans")
        default: throw OptionError(entry, "is neither learn nor fixed")
        }
    }
}
