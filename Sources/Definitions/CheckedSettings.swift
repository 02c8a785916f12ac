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
        let own = options.entries.filter { $0.section != "Source" }
        if kind == self.kind, own.elementsEqual(entries, by: CheckedSettings.areSame) { return }
        try kind.check(options)
        self.kind = kind
        entries = own
    }

    private static func areSame(_ left: Options.Entry, _ right: Options.Entry) -> Bool {
        left.name == right.name && left.value == right.value && left.section == right.section
    }
}
