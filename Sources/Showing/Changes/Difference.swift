import Records

/// What became of one leaf of a record.
struct Difference {
    /// The JSON pointer of the leaf.
    let path: String
    /// What stood there; `nil` when nothing did.
    let old: JSON?
    /// What stands there now; `nil` when nothing does.
    let new: JSON?

    /// The differences that an event tells of, in the patch's order.
    static func all(_ event: Event) -> [Difference] {
        guard let patch = event.patch else { return [] }
        return MergePatch.paths(of: patch).map { path in
            Difference(path: path, old: event.previous?.present(path), new: patch.present(path))
        }
    }

    /// `Phone 01483 782500 → 01483 11`, `Fax 1 (new)`, `Email gone (was a@b)`.
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
    /// What stands at a pointer, `null` being nothing.
    fileprivate func present(_ path: String) -> JSON? {
        guard let value = value(at: path), !value.isNull else { return nil }
        return value
    }
}
