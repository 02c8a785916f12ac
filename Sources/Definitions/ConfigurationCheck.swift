import Records

/// Finds all faults of `almanac.conf` and its drop-ins, also in what the daemon does not use: the sections
/// that it ignores, and the settings of clients.
nonisolated struct ConfigurationCheck {
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
            let fault = KnownSettings.configuration.fault(ofSection: section, file: file, line: line)
            if let fault { faults.append(fault) }
        }
        faults += unread + options.entries.compactMap(fault)
        return faults.sorted { $0.line < $1.line }
    }

    private static func fault(_ entry: Options.Entry) -> OptionError? {
        if let fault = KnownSettings.configuration.fault(ofName: entry) { return fault }
        if entry.name.hasPrefix("X-") { return nil }
        do throws(OptionError) {
            _ = try Configuration(Options([entry]))
            return nil
        } catch {
            return error
        }
    }
}
