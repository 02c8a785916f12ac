import Records

/// A source that joins two others.
final class SimulatedJoin {
    let name: String
    let left: SimulatedSource
    let right: SimulatedSource
    private let form: JoinedDatasets

    init(_ name: String, _ left: SimulatedSource, _ right: SimulatedSource, _ form: JoinedDatasets) {
        self.name = name
        self.left = left
        self.right = right
        self.form = form
    }

    /// The text of its definition.
    var definition: String { form.definition(leftName: left.name, rightName: right.name) }

    /// The plain join of what both upstreams have.
    var expected: [String: JSON] {
        var pair = form
        pair.left = left.dataset
        pair.right = right.dataset
        return pair.expected
    }
}
