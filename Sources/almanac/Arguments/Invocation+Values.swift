import Records
import Showing

extension Invocation {
    /// Returns the format of a list, `table`, `json`, `geojson` or one of others, as set by `--format` or
    /// `--json`.
    ///
    /// - Throws: A complaint about any other format.
    func listFormat(or others: [String] = []) throws(CommandError) -> String {
        let isJSON = self["json"] != nil && self["json"] != "off"
        let format = self["format"] ?? (isJSON ? "json" : "table")
        let known = ["table", "json", "geojson"] + others
        guard known.contains(format) else {
            let names = known.joined(separator: ", ")
            throw .usage(
                "--format \(format) is not one of \(names)\(known.suggestion(for: format))", see: command)
        }
        return format
    }

    /// Returns the value of `--radius` in metres; `nil` if it is not given.
    ///
    /// - Parameter unit: The user's unit, for a number without one; `10km`, `10nm` and `10mi` state theirs.
    /// - Returns: The radius.
    /// - Throws: A complaint if it is not a distance.
    func radius(in unit: DistanceUnit) throws(CommandError) -> Double? {
        guard let text = self["radius"] else { return nil }
        let stated = DistanceUnit.allCases.first { text.lowercased().hasSuffix($0.symbol.lowercased()) }
        let digits = stated == nil ? text : text.dropLast(2).filter { $0 != " " }
        guard let number = Double(digits), number > 0, number * (stated ?? unit).metres <= 40_000_000 else {
            throw .usage("--radius \(text) is not a number of \(unit.name) above 0", see: command)
        }
        return (number * (stated ?? unit).metres).rounded()
    }

    /// Returns the value of an option that must be a whole number above 0; `nil` if it is not given.
    ///
    /// - Parameters:
    ///   - name: The name of the option.
    ///   - most: The greatest number: with more, fewer results than requested would look like all of them.
    /// - Returns: The number.
    /// - Throws: A complaint about another value.
    func count(_ name: String, most: Int = .max) throws(CommandError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .usage("--\(name) \(text) is not a number above 0", see: command)
        }
        guard count <= most else {
            throw .usage("--\(name) \(text) is above \(most), the most that one list has", see: command)
        }
        return count
    }
}
