import AlmanacValues
import Records

/// The change of one leaf of a record.
struct LeafDifference {
    /// The JSON pointer of the leaf.
    let path: String
    /// The old value; `nil` if there was none.
    let old: JSON?
    /// The new value; `nil` if there is none.
    let new: JSON?

    /// Returns the differences of an event, in the order of its patch.
    static func all(_ event: Event) -> [LeafDifference] {
        guard let patch = event.patch else { return [] }
        return MergePatch.paths(of: patch).map { path in
            LeafDifference(path: path, old: event.previous?.present(path), new: patch.present(path))
        }
    }

    /// The difference as text: `Phone 01483 782500 → 01483 11`, `Fax 1 (new)`, `Email gone (was a@b)`.
    var line: Line {
        let name = FieldPath(path).steps.map(readable).joined(separator: " ")
        switch (old, new) {
        case (let old?, let new?): return Line("\(name) \(brief(old)) → \(brief(new))")
        case (nil, let new?): return Line("\(name) \(brief(new)) (new)")
        case (let old?, nil): return Line("\(name) gone (was \(brief(old)))")
        case (nil, nil): return Line(name)
        }
    }

    private func brief(_ value: JSON) -> String { Line(value.shown).cut(to: 40).plain }
}

extension JSON {
    /// Returns the value at a JSON pointer; `nil` for `null`.
    fileprivate func present(_ path: String) -> JSON? {
        guard let value = value(at: path), !value.isNull else { return nil }
        return value
    }
}
