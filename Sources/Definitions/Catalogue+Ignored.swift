public import Records

nonisolated extension Catalogue {
    /// The settings that nothing reads, such as misspelt ones, outside `[Source]`, whose own are refused; each
    /// once, and of an unknown section only the first, in the order of the names of the sources.
    public var ignored: [OptionError] {
        var seen: Set<OptionError> = []
        return names.flatMap { definitions[$0]?.ignored ?? [] }.filter { seen.insert($0).inserted }
    }
}

nonisolated extension Definition {
    /// The settings that nothing reads, in order.
    fileprivate var ignored: [OptionError] {
        var sections: Set<String> = []
        var faults: [OptionError] = []
        for entry in options.entries where entry.section != "Source" {
            let known = KnownSettings.definitions
            let section = known.fault(ofSection: entry.section, file: entry.file, line: entry.line)
            if let section, sections.insert(entry.section).inserted { faults.append(section) }
            if section == nil, let setting = known.fault(ofName: entry) { faults.append(setting) }
        }
        return faults
    }
}
