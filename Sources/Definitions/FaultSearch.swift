import Records

/// Finds all faults of a definition whose first fault is known: each faulty setting is left out, and the
/// rest is checked again.
nonisolated struct FaultSearch {
    /// The maximum number of faults of one definition.
    private static let most = 100

    private let name: SourceName
    private let files: [String]
    private var errors: [OptionError]
    private var options = Options()

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - files: The files with its settings, in the order in which they are read.
    ///   - first: The first fault.
    init(_ name: SourceName, in files: [String], after first: OptionError) {
        self.name = name
        self.files = files
        errors = [first]
    }

    /// Returns the faults in the order of the files and lines; at least the first one.
    mutating func run() -> [OptionError] {
        for file in files {
            // A file that cannot be read is the first fault.
            guard let bytes = try? ConfigurationFile.contents(of: file) else { continue }
            for error in options.readLines(bytes, file: file) { record(error) }
        }
        for entry in options.entries {
            do throws(OptionError) {
                try DefinitionCheck(options: Options([entry]), author: .file).run()
            } catch {
                record(error)
            }
        }
        for error in errors { leaveOut(error) }
        while errors.count < FaultSearch.most, let error = next(), record(error), leaveOut(error) {}
        return errors.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    /// Returns the next fault; `nil` if there is none, or it is that of a setting which was left out.
    private func next() -> OptionError? {
        do throws(OptionError) {
            _ = try Definition(name, options: options, by: .file)
            return nil
        } catch {
            return error.line > 0 ? error : nil
        }
    }

    /// Records a fault.
    ///
    /// - Returns: Whether it is new.
    @discardableResult
    private mutating func record(_ error: OptionError) -> Bool {
        let isKnown = errors.contains { $0.file == error.file && $0.line == error.line }
        if !isKnown { errors.append(error) }
        return !isKnown
    }

    /// Leaves the setting of a fault out; the origin, without which nothing more can be checked, gets another
    /// value.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    private mutating func leaveOut(_ error: OptionError) -> Bool {
        func isFault(_ entry: Options.Entry) -> Bool { entry.line == error.line && entry.file == error.file }
        guard options.entries.contains(where: isFault) else { return false }
        options = Options(options.entries.compactMap { isFault($0) ? replacement(of: $0) : $0 })
        return true
    }

    private func replacement(of entry: Options.Entry) -> Options.Entry? {
        // Several addresses differ.
        let values = ["Path": "/", "URL": "https://example.invalid/\(entry.line)/%i"]
        guard entry.section == "Source", let value = values[entry.name] else { return nil }
        return Options.Entry(
            section: entry.section, name: entry.name, value: value, file: entry.file, line: entry.line)
    }
}
