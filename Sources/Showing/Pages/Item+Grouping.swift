package import AlmanacValues

extension [Item] {
    /// Divides the records into groups.
    ///
    /// - Parameter name: Returns the name of a record's group; `nil` if it has none.
    /// - Returns: The groups in natural order of their names; the records without a group come last.
    package func grouped(by name: (Item) -> String?) -> [(name: String?, items: [Item])] {
        let groups = Dictionary(grouping: self, by: name)
        let names = groups.keys.compactMap(\.self).sorted { $0.naturallyPrecedes($1) }
        return names.map { ($0, groups[$0] ?? []) } + (groups[nil].map { [(nil, $0)] } ?? [])
    }
}
