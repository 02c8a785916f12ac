/// Names and values, one per line; a name without a value is omitted.
public struct Fields: Showable, Sendable {
    /// A name and the lines of its value.
    public struct Field: Sendable {
        /// The name.
        public let name: String
        /// The lines of the value; empty if unknown.
        public let value: [Line]
        /// The number that the value draws as a bar; `nil` if it draws none.
        public var measure: Measure?
    }

    /// A number with its maximum.
    public struct Measure: Sendable {
        /// The number.
        public let value: Double
        /// The maximum, greater than 0.
        public let maximum: Double
        /// The number and the maximum in words, such as `420 of 800`.
        public let text: Line
    }

    /// The fields, in order.
    public private(set) var fields: [Field] = []

    /// Makes an empty list.
    public init() {}

    /// Adds a value under a name, unless it is empty or `nil`.
    public mutating func add(_ name: String, _ value: Line?) {
        guard let value, !value.isEmpty else { return }
        fields.append(Field(name: name, value: [value]))
    }

    /// Adds a number that `bar` draws.
    package mutating func add(_ name: String, _ measure: Measure, bar: Line) {
        fields.append(Field(name: name, value: [bar], measure: measure))
    }

    /// Adds a value of several lines under a name, unless there are none.
    public mutating func add(_ name: String, lines: [Line]) {
        guard !lines.isEmpty else { return }
        fields.append(Field(name: name, value: lines))
    }

    /// Returns the fields with aligned values, or with the values below the names if the paper is too narrow.
    public func lines(on paper: Paper) -> [Line] {
        let widest = fields.map(\.name.cells).max() ?? 0
        let edge = min(widest, max(16, paper.width / 3)) + 2
        return fields.flatMap { lines($0, edge: edge, width: paper.width) }
    }

    private func lines(_ field: Field, edge: Int, width: Int) -> [Line] {
        let values = field.value.flatMap { $0.wrapped(to: max(8, width - edge)) }
        let name = Line(field.name, .faint)
        if name.cells + 2 > edge { return name.wrapped(to: width) + values.map { $0.indented(edge) } }
        return values.enumerated().map { index, value in
            index == 0 ? name.padded(to: edge) + value : value.indented(edge)
        }
    }
}
