import Records
import Storing

/// Which records stay that the newest document does not have: `Keep=` of a definition.
public nonisolated struct Keep: Hashable, Sendable {
    /// So many of them at most, those that changed last.
    public let count: Int
    /// Only those that changed within this time; `nil` when any may stay.
    public let age: Duration?

    init(count: Int = .max, age: Duration? = nil) { (self.count, self.age) = (count, age) }

    /// The document says all that there is.
    public static let none = Keep(count: 0)
    /// Whatever was there stays.
    public static let all = Keep()

    /// Reads `none`, `all`, an age, a count, or both.
    ///
    /// - Returns: `nil` when it is none of these.
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

    /// The same for a document that comes now.
    func keeping(at now: UTC) -> Keeping { Keeping(count: count, changedSince: age.map { now - $0 }) }
}
