import Records

/// The faults in the definitions and the configuration of a machine.
public nonisolated struct DefinitionCheckup {
    /// The faults, one per line as `file:line: reason`; empty if there are none.
    public let faults: [String]

    /// Reads all files: the active definitions, the available ones and the configuration.
    public init(_ directories: Directories) {
        let files = DefinitionFiles(directories)
        let active = files.active().files
        let faults = Catalogue(reading: files).faults.flatMap { fault -> [OptionError] in
            guard let name = fault.name, let file = active.first(where: { $0.name == name }) else {
                return [fault.error]
            }
            var search = FaultSearch(name, in: files.parts(of: name, at: file.path), after: fault.error)
            return search.run()
        }
        let names = active.flatMap { file in
            KnownSettings.definitions.faults(of: files.parts(of: file.name, at: file.path))
        }
        let all = DefinitionCheckup.sorted(faults + names) + ConfigurationCheck(directories).faults
        let installed = directories.installed.flatMap { DefinitionCheckup.faults(in: $0, directories) }
        self.faults = all.map { "\($0)" } + installed
    }

    /// Returns the faults in the order of the files and lines, each line once: instances share their
    /// template.
    private static func sorted(_ faults: [OptionError]) -> [OptionError] {
        var seen: Set<String> = []
        return faults.filter { seen.insert("\($0.file):\($0.line)").inserted }
            .sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// Returns the faults in a folder of installed definitions.
    private static func faults(in folder: String, _ directories: Directories) -> [String] {
        // The package's folder is optional; any other error appears as soon as one of its files is used.
        return ((try? ConfigurationFile.names(in: folder, suffix: ".source")) ?? []).compactMap { file in
            let stem = String(file.dropLast(".source".utf8.count))
            let faults = instances(of: stem).map { fault(of: $0, in: "\(folder)/\(file)", directories) }
            return faults.contains(nil) ? nil : faults[0]
        }
    }

    /// Returns the names with which a definition is checked: for a template, those of made-up instances, one
    /// of which it must accept.
    private static func instances(of stem: String) -> [String] {
        stem.hasSuffix("@") ? [stem + "0,0", stem + "0:0"] : [stem]
    }

    private static func fault(of stem: String, in path: String, _ directories: Directories) -> String? {
        guard let name = SourceName(stem) else { return "\(path): \"\(stem)\" is not a name of a source" }
        do throws(OptionError) {
            guard let options = try DefinitionFiles(directories).options(of: name, at: path) else {
                return nil
            }
            _ = try Definition(name, options: options, by: .file)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
