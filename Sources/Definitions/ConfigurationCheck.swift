import Records

/// Finds all faults of `almanac.conf` and its drop-ins, also in what the daemon does not use: the sections
/// that it ignores, and the settings of clients.
nonisolated struct ConfigurationCheck {
    /// The settings of each section that is known.
    private static let known: [(section: String, names: [String])] = [
        (
            "Almanac",
            [
                "Contact", "Log", "MaxCalls", "MaxCallsPerUser", "MaxConnections", "MaxConnectionsPerUser",
                "Proxy", "ProxyExcept",
            ]
        ),
        ("Client", ["Color", "Columns", "Here", "Units"]),
    ]

    /// The faults, in the order of the files and lines.
    let faults: [OptionError]

    /// Reads the files.
    init(_ directories: Directories) {
        var faults: [OptionError] = []
        var files: [String] = []
        do throws(OptionError) {
            files = try Configuration.files(in: directories)
        } catch {
            faults.append(error)
        }
        for file in files { faults += ConfigurationCheck.faults(of: file) }
        self.faults = faults
    }

    private static func faults(of file: String) -> [OptionError] {
        let bytes: [UInt8]
        do throws(OptionError) {
            bytes = try ConfigurationFile.contents(of: file)
        } catch {
            return [error]
        }
        var options = Options()
        var faults: [OptionError] = []
        let unread = options.readLines(bytes, file: file) { section, line in
            if let fault = fault(ofSection: section, file: file, line: line) { faults.append(fault) }
        }
        faults += unread + options.entries.compactMap(fault)
        return faults.sorted { $0.line < $1.line }
    }

    private static func fault(ofSection name: String, file: String, line: Int) -> OptionError? {
        let sections = known.map(\.section)
        guard !sections.contains(name), !name.hasPrefix("X-") else { return nil }
        let meant = sections.nearest(to: name).map { "; did you mean [\($0)]?" } ?? ""
        return OptionError(file: file, line: line, reason: "[\(name)] is not a known section" + meant)
    }

    private static func fault(_ entry: Options.Entry) -> OptionError? {
        guard let names = known.first(where: { $0.section == entry.section })?.names,
            !entry.name.hasPrefix("X-")
        else { return nil }
        guard names.contains(entry.name) else {
            return OptionError.unknown(entry, among: names)
        }
        do throws(OptionError) {
            _ = try Configuration(Options([entry]))
            return nil
        } catch {
            return error
        }
    }
}
