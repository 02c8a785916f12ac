import Records

/// A table whose columns are the arrays of an object, as Open-Meteo and data frames write it:
/// `{"time": [0, 1], "pm10": [18.7, 17.8]}`.
struct JSONColumns {
    /// The number of rows: the length of the longest column.
    let count: Int
    private let columns: [(name: String, values: [JSON])]

    /// Finds the columns; members that are not arrays, such as a unit, are left out.
    ///
    /// - Returns: `nil` if the value is not an object, or none of its members is an array.
    init?(_ value: JSON) {
        guard let members = value.object else { return nil }
        columns = members.compactMap { member in member.value.array.map { (member.name, $0) } }
        guard let count = columns.map(\.values.count).max() else { return nil }
        self.count = count
    }

    /// The remark on arrays of different lengths, whose values may belong to other rows; `nil` if all have
    /// the same.
    var note: String? {
        guard let short = columns.first(where: { $0.values.count < count }),
            let long = columns.first(where: { $0.values.count == count })
        else { return nil }
        let lengths = "\(count) in \(long.name) and \(short.values.count) in \(short.name)"
        return "its arrays have different lengths, such as \(lengths): values may be those of other records"
    }

    /// Returns a row as an object; a column that is too short has no member.
    func row(_ index: Int) -> JSON {
        .object(
            columns.compactMap { $0.values.indices.contains(index) ? .init($0.name, $0.values[index]) : nil })
    }
}
