import Records

/// The `*.conf` files that are read after a file and override single settings of it.
///
/// If several folders contain the same name, the file in the first folder wins; it masks the others if it is
/// empty or a link to /dev/null. The files are read in the order of their names.
nonisolated enum DropIns {
    /// Returns the paths to read, in order, from folders that are listed with the most important first.
    ///
    /// - Throws: An error if a folder exists but cannot be listed.
    static func paths(in directories: [String]) throws(OptionError) -> [String] {
        var found: [String: String] = [:]
        for directory in directories {
            for name in try ConfigurationFile.names(in: directory, suffix: ".conf") where found[name] == nil {
                found[name] = directory + "/" + name
            }
        }
        return found.sorted { $0.key.precedes($1.key) }.map(\.value)
            .filter { !ConfigurationFile.isMask($0) }
    }
}
