public import AlmanacValues
import Records

/// Returns records sorted by a member: numbers by value, even if they are texts, then texts in natural order,
/// then records without it; the order of equal values is preserved.
///
/// - Parameters:
///   - items: The records.
///   - member: A name, path or JSON pointer; `nil` preserves the order.
/// - Returns: All records.
public func ordered(_ items: [Item], by member: String?) -> [Item] {
    guard let member else { return items }
    let keyed = items.enumerated().map { index, item in
        (index: index, item: item, value: SortValue(item.data.value(at: member)))
    }
    return keyed.sorted { left, right in
        left.value == right.value ? left.index < right.index : left.value < right.value
    }.map(\.item)
}

/// Returns records sorted by several members, the first of which counts most.
///
/// - Parameters:
///   - items: The records.
///   - members: The members; after a `-`, the greatest values come first. Records without a member come last
///     in either order.
/// - Returns: All records.
public func ordered(_ items: [Item], by members: [String]) -> [Item] {
    members.reversed().reduce(items) { items, member in
        guard member.hasPrefix("-") else { return ordered(items, by: member) }
        let name = String(member.dropFirst())
        let without = items.filter { $0.data.value(at: name) == nil }
        let sorted = ordered(items.filter { $0.data.value(at: name) != nil }.reversed(), by: name)
        return sorted.reversed() + without
    }
}

/// Returns records in the order of their keys.
///
/// - Parameters:
///   - items: The records.
///   - keys: The keys in order; if empty, keys are in natural order: 2 before 10.
/// - Returns: All records; those whose key is not among `keys` come last.
public func ordered(_ items: [Item], byKeys keys: [String]) -> [Item] {
    if keys.isEmpty { return items.sorted { $0.key.naturallyPrecedes($1.key) } }
    let ranks = Dictionary(keys.enumerated().map { (Array($1.utf8), $0) }) { first, _ in first }
    let ranked = items.enumerated().map { index, item in
        (index: index, rank: ranks[Array(item.key.utf8)] ?? .max, item: item)
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.item)
}

/// A value for sorting.
private enum SortValue: Comparable {
    case number(Double)
    case text(String)
    case none

    init(_ value: JSON?) {
        self = value?.quantity.map(SortValue.number) ?? value.map { .text($0.shown) } ?? .none
    }

    static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.number(let a), .number(let b)): a < b
        case (.text(let a), .text(let b)): a.naturallyPrecedes(b)
        case (.number, .text), (.number, .none), (.text, .none): true
        default: false
        }
    }
}
