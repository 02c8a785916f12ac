public import AlmanacValues
import Records

/// Returns records sorted by a member: numbers by value, then texts, then records without it; the order of
/// equal values is preserved.
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

/// A value for sorting.
private enum SortValue: Comparable {
    case number(Double)
    case text([UInt8])
    case none

    init(_ value: JSON?) {
        self = value?.double.map(SortValue.number) ?? value.map { .text(Array($0.shown.utf8)) } ?? .none
    }

    static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.number(let a), .number(let b)): a < b
        case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
        case (.number, .text), (.number, .none), (.text, .none): true
        default: false
        }
    }
}
