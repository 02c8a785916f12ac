import Records

/// The names of tables or columns, which SQLite compares without regard to the case of ASCII letters.
public struct UniqueNames: Sendable {
    private var used: Set<String>

    /// Makes the names, some of which are in use.
    public init(_ used: [String] = []) { self.used = Set(used.map { $0.lowercased() }) }

    /// Returns a name that is not in use: that one, or with a number after it.
    public mutating func next(_ name: String) -> String {
        let name = name.isEmpty ? "_" : name.replacing(text: "\u{0}", with: "\u{FFFD}")
        var unique = name
        var number = 2
        while !used.insert(unique.lowercased()).inserted {
            unique = "\(name)_\(number)"
            number += 1
        }
        return unique
    }
}
