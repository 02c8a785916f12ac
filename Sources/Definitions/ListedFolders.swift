import Records

/// Folders of definition or configuration files, each of which is listed once.
nonisolated struct ListedFolders {
    private var listed: [String: [String]] = [:]

    /// Returns the names in a folder that end with a suffix, sorted by bytes; none if the folder does not
    /// exist. Hidden files are left out.
    ///
    /// - Throws: An error if the folder exists but cannot be listed, as `ConfigurationFile.allNames`.
    mutating func names(in directory: String, suffix: String) throws(OptionError) -> [String] {
        try all(in: directory).filter { $0.utf8.first != .period && $0.ends(with: suffix) }
            .sorted { $0.precedes($1) }
    }

    private mutating func all(in directory: String) throws(OptionError) -> [String] {
        if let names = listed[directory] { return names }
        let names = try ConfigurationFile.allNames(in: directory)
        listed[directory] = names
        return names
    }
}
