public import AlmanacValues
public import Records
import Showing

/// The elements of an answer from its last writing, which are used again for records that have not changed.
///
/// They belong to one list of records in one format.
public final class AWCParts {
    /// A value that was computed from a generation of a record.
    private struct Part<Value> {
        let source: String
        let generation: Int
        let value: Value
    }

    /// The elements by the keys of their records.
    private var elements: [String: Part<[UInt8]>] = [:]
    /// The times of the reports, likewise.
    private var times: [String: Part<UTC?>] = [:]
    /// The number of bytes of the last answer; 0 before the first.
    var answerSize = 0

    /// Whether anything is used again; otherwise there may be several versions of a record.
    private let isKept: Bool

    /// Makes an empty list.
    ///
    /// - Parameter isKept: Whether it is used for further answers with at most one version of each record.
    public init(isKept: Bool = false) { self.isKept = isKept }

    /// Returns the time of a report, or when it was received; `nil` if neither is known.
    public func time(of item: Item) -> UTC? {
        value(of: item, in: &times) { item.moment(.time) ?? item.moment(.received) ?? item.at }
    }

    /// Returns the bytes of a record, which are written unless they are known.
    func bytes(of item: Item, _ write: () -> [UInt8]) -> [UInt8] {
        value(of: item, in: &elements, write)
    }

    /// Returns the value of a record's generation, which is computed unless it is known.
    private func value<Value>(
        of item: Item, in parts: inout [String: Part<Value>], _ make: () -> Value
    ) -> Value {
        guard isKept, let generation = item.generation else { return make() }
        if let part = parts[item.key], part.generation == generation, part.source == item.source {
            return part.value
        }
        let value = make()
        parts[item.key] = Part(source: item.source, generation: generation, value: value)
        return value
    }
}
