import Records

/// The settings of a decoder that were checked last, which all instances of a template have in common.
nonisolated final class CheckedSettings {
    private var kind: Kind?
    private var entries: [Options.Entry] = []

    /// Checks the sections of a kind, unless they are those of the last check.
    ///
    /// - Throws: An error at the first entry that cannot be used.
    func check(_ options: Options, of kind: Kind) throws(OptionError) {
        // The others also depend on settings of `[Source]`.
        guard kind.readsDocuments else { return try kind.check(options) }
        if kind == self.kind, areChecked(options.entries) { return }
        try kind.check(options)
        self.kind = kind
        entries = options.entries.filter { $0.section != "Source" }
    }

    /// Whether these are the entries that were checked last, between entries of `[Source]`.
    private func areChecked(_ others: [Options.Entry]) -> Bool {
        var count = 0
        for index in others.indices where others[index].section != "Source" {
            guard count < entries.count, CheckedSettings.areSame(entries[count], others[index]) else {
                return false
            }
            count += 1
        }
        return count == entries.count
    }

    private static func areSame(_ left: Options.Entry, _ right: Options.Entry) -> Bool {
        left.name == right.name && left.value == right.value && left.section == right.section
    }
}
