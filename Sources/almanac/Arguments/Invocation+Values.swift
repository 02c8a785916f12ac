extension Invocation {
    /// Returns the format of a list, `table`, `json` or `geojson`, as set by `--format` or `--json`.
    ///
    /// - Throws: A complaint about any other format.
    func listFormat() throws(CommandError) -> String {
        let isJSON = self["json"] != nil && self["json"] != "off"
        let format = self["format"] ?? (isJSON ? "json" : "table")
        guard ["table", "json", "geojson"].contains(format) else {
            throw .usage("--format \(format) is not one of table, json, geojson", see: command)
        }
        return format
    }

    /// Returns the value of `--radius` in metres; `nil` if it is not given.
    ///
    /// - Throws: A complaint if it is not a distance.
    func radius() throws(CommandError) -> Double? {
        guard let text = self["radius"] else { return nil }
        guard let kilometres = Double(text), kilometres > 0, kilometres <= 40_000 else {
            throw .usage("--radius \(text) is not a number of kilometres above 0", see: command)
        }
        return (kilometres * 1000).rounded()
    }

    /// Returns the value of an option that must be a whole number above 0; `nil` if it is not given.
    func count(_ name: String) throws(CommandError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .usage("--\(name) \(text) is not a number above 0", see: command)
        }
        return count
    }
}
