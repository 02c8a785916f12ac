import Records

/// Which sources, records and changes are meant, as io.almanac's `Selector` puts it.
struct Selection {
    /// Globs of sources; empty for all.
    var sources: [String] = []
    /// Kinds of sources; empty for all.
    var kinds: [String] = []
    /// Globs of keys; empty for all.
    var keys: [String] = []
    /// Members outside of which changes are not told; empty for all.
    var fields: [String] = []
    /// Comparisons that must hold.
    var conditions: [String] = []
    /// Around where the records are, and how far from there, as the interface's `Circle`; `nil` for anywhere.
    var circle: JSON?

    /// What is sent: what does not restrict is left out.
    var json: JSON {
        .members([
            "sources": list(sources), "kinds": list(kinds), "keys": list(keys), "fields": list(fields),
            "where": list(conditions),
            "near": circle,
        ])
    }

    /// Text that as a glob matches only itself.
    static func literal(_ text: String) -> String {
        text.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private func list(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map(JSON.string)) }
}
