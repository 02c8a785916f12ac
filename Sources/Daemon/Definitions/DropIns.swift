import Records

/// The `*.conf` files that are read behind a file and change single settings of it.
///
/// Of equal names the first folder's counts, and masks when it is empty or a link to /dev/null; they are read
/// in the order of their names.
nonisolated enum DropIns {
    /// The paths to read, in order, of folders named with the most important first.
    static func paths(in directories: [String]) -> [String] {
        var found: [String: String] = [:]
        for directory in directories {
            for name in ConfigurationFile.names(in: directory, suffix: ".conf") where found[name] == nil {
                found[name] = directory + "/" + name
            }
        }
        return found.sorted { $0.key.precedes($1.key) }.map(\.value)
            .filter { !ConfigurationFile.isMask($0) }
    }
}
