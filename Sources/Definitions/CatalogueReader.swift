import Records
import Systemd

/// Reads the files of a catalogue; two threads read many files, because a daemon serves nothing before it
/// knows its definitions.
nonisolated struct CatalogueReader: Sendable {
    /// The number of files from which a second thread is worth its start.
    private static let many = 64

    private let files: DefinitionFiles
    /// The existing drop-in folders; `nil` to search for those of each source.
    private let dropIns: Set<String>?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - dropIns: The existing drop-in folders; `nil` to search for those of each source.
    init(_ files: DefinitionFiles, dropIns: Set<String>?) {
        self.files = files
        self.dropIns = dropIns
    }

    /// The definition of one file, `nil` if the file masks its source, or the reason why it cannot be used.
    typealias Reading = Result<Definition?, OptionError>

    /// Reads all files, in their order.
    ///
    /// - Complexity: One read for each file and drop-in.
    func read(_ active: [DefinitionFiles.Active.File]) -> [Reading] {
        guard active.count >= CatalogueReader.many else { return readings(active[...]) }
        let (first, rest) = (active.prefix(active.count / 2), active.dropFirst(active.count / 2))
        let others = MutexProtected<[Reading]>([])
        let body = { @Sendable in
            let found = readings(rest)
            others.whileHeld { $0 = found }
        }
        guard let helper = try? WorkerThread("definitions", stop: {}, body: body) else {
            return readings(active[...])
        }
        let found = readings(first)
        // This waits for the thread's end.
        _ = consume helper
        return found + others.whileHeld { $0 }
    }

    private func readings(_ some: ArraySlice<DefinitionFiles.Active.File>) -> [Reading] {
        let checked = CheckedSettings()
        return some.map { reading($0, after: checked) }
    }

    private func reading(_ file: DefinitionFiles.Active.File, after checked: CheckedSettings) -> Reading {
        do throws(OptionError) {
            return .success(
                try files.definition(of: file.name, at: file.path, among: dropIns, after: checked))
        } catch {
            let located = OptionError(file: file.path, line: 0, reason: error.reason)
            return .failure(error.file.isEmpty ? located : error)
        }
    }
}
