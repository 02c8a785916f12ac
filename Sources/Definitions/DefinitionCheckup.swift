import Records

/// The faults in the definitions and the configuration of a machine.
public nonisolated struct DefinitionCheckup {
    /// The faults, one per line as `file:line: reason`; empty if there are none.
    public let faults: [String]

    /// Reads all files: the active definitions, the available ones and the configuration.
    public init(_ directories: Directories) {
        var faults = Catalogue(reading: DefinitionFiles(directories)).faults.map { "\($0.error)" }
        do throws(OptionError) {
            _ = try Configuration(reading: directories)
        } catch {
            faults.append("\(error)")
        }
        self.faults = faults + DefinitionCheckup.available(directories)
    }

    /// Returns the faults in the package's own definitions; templates are checked with a made-up instance.
    private static func available(_ directories: Directories) -> [String] {
        let folder = directories.available
        // The package's folder is optional; any other error appears as soon as one of its files is used.
        return ((try? ConfigurationFile.names(in: folder, suffix: ".source")) ?? []).compactMap { file in
            let stem = String(file.dropLast(".source".utf8.count))
            let path = folder + "/" + file
            guard let name = SourceName(stem.hasSuffix("@") ? stem + "0,0" : stem) else {
                return "\(path): \"\(stem)\" is not a name of a source"
            }
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
}
