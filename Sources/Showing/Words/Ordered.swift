import Records

/// Records in the order of a member's values: numbers by size, then texts, then what has none; equals stay as they are.
///
/// - Parameters:
///   - items: The records.
///   - member: A name, path or JSON pointer; `nil` keeps the order.
/// - Returns: All of them.
public func ordered(_ items: [Item], by member: String?) -> [Item] {
    guard let member else { return items }
    let keyed = items.enumerated().map { index, item in
        (index: index, item: item, value: SortValue(item.data.value(at: member)))
    }
    return keyed.sorted { left, right in
        left.value == right.value ? left.index < right.index : left.value < right.value
    }.map(\.item)
}

/// A value as it is sorted by.
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
