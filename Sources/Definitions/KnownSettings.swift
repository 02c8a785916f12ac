import Records

/// The settings that a kind of file may have, by section. Names that begin with `X-` are the user's own.
nonisolated struct KnownSettings {
    /// The sections and the names of their settings.
    let sections: [(name: String, settings: Set<String>)]

    /// The settings of `almanac.conf`.
    static let configuration = KnownSettings(sections: [
        ("Almanac", Configuration.known),
        ("Client", ["Color", "Columns", "Here", "Units"]),
    ])

    /// Finds the fault of the name of a section; `nil` if it is known.
    func fault(ofSection name: String, file: String, line: Int) -> OptionError? {
        let names = sections.map(\.name)
        guard !names.contains(name), !name.hasPrefix("X-") else { return nil }
        let meant = names.nearest(to: name).map { "; did you mean [\($0)]?" } ?? ""
        return OptionError(file: file, line: line, reason: "[\(name)] is not a known section" + meant)
    }

    /// Finds the fault of the name of a setting in a known section; `nil` if it is known.
    func fault(ofName entry: Options.Entry) -> OptionError? {
        guard let known = sections.first(where: { $0.name == entry.section })?.settings,
            !entry.name.hasPrefix("X-"), !known.contains(entry.name)
        else { return nil }
        return OptionError.unknown(entry, among: known)
    }

    /// Finds the faults of the names in files; those that cannot be read have none.
    func faults(of files: [String]) -> [OptionError] {
        var options = Options()
        var faults: [OptionError] = []
        for file in files {
            guard let bytes = try? ConfigurationFile.contents(of: file) else { continue }
            _ = options.readLines(bytes, file: file) { section, line in
                if let fault = fault(ofSection: section, file: file, line: line) { faults.append(fault) }
            }
        }
        return faults + options.entries.compactMap(fault(ofName:))
    }
}
