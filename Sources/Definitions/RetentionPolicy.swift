package import Records
package import Storing

/// The retention of records that the newest document no longer contains: `Keep=` of a definition.
public nonisolated struct RetentionPolicy: Hashable, Sendable {
    /// The maximum number of these records; those that changed last are kept.
    public let count: Int
    /// The maximum time since their last change; `nil` for no limit.
    public let age: Duration?

    init(count: Int = .max, age: Duration? = nil) {
        self.count = count
        self.age = age
    }

    /// Retains nothing: the document is complete.
    public static let none = RetentionPolicy(count: 0)
    /// Retains all records.
    public static let all = RetentionPolicy()

    /// Reads `none`, `all`, an age, a count, or both.
    ///
    /// - Returns: `nil` if the text is none of these.
    init?(_ text: String) {
        if text == "none" || text == "all" {
            self = text == "all" ? .all : .none
            return
        }
        var (count, age): (Int?, Duration?)
        for word in text.split(separator: " ").map(String.init) {
            if count == nil, let number = Int(word), number >= 0 {
                count = number
            } else if age == nil, Int(word) == nil, let span = TimeSpan.parse(word), span > .zero {
                age = span
            } else {
                return nil
            }
        }
        guard count != nil || age != nil else { return nil }
        self.init(count: count ?? .max, age: age)
    }

    /// Returns the retention to apply to a document received now.
    package func keeping(at now: UTC) -> RetentionRule {
        RetentionRule(count: count, changedSince: age.map { now - $0 })
    }
}
