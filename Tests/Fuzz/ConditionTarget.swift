import Definitions
import Records

/// Conditions (`Where=`, `--where`) and selectors; a NUL separates them from a record's data.
enum ConditionTarget {
    static func run(_ input: FuzzInput) {
        let (first, second) = input.halves
        input.choice(of: [condition, selector])(first, (try? JSON(parsing: second)) ?? .object([]))
    }

    private static func condition(_ bytes: [UInt8], _ data: JSON) {
        // An invalid condition is refused, which is all that is required.
        guard let condition = try? Condition(String(decoding: bytes, as: UTF8.self)) else { return }
        let isMet = condition.holds(for: data)
        guard let again = try? Condition(condition.description) else {
            fatalError("a condition that was written reads back: \(condition)")
        }
        require(again == condition, "a condition that was written is the same: \(condition) \(again)")
        require(again.holds(for: data) == isMet, "equal conditions hold for the same data")
    }

    private static func selector(_ bytes: [UInt8], _ data: JSON) {
        // An invalid selector is refused, which is all that is required.
        guard let json = try? JSON(parsing: bytes), let selector = try? Selector(json) else { return }
        let isMatch = selector.matches(Record(key: "k", data: data.canonicalBytes))
        guard let text = selector.text else { return }
        guard let again = try? Selector(try JSON(parsing: text)) else {
            fatalError("a selector that was written reads back")
        }
        require(again == selector, "a selector that was written is the same")
        require(
            again.matches(Record(key: "k", data: data.canonicalBytes)) == isMatch, "equal selectors agree")
    }
}
