public import Decoding
public import Records

/// A join of the records of two sources, by `JoinFormat` and `RecordRules`.
///
/// Omitted records are counted: `without a row` on the right, and `suppressed` if a required field with a
/// type holds other text, such as the `s` that statistical offices publish for numbers that are too small.
public struct RecordJoiner {
    /// A record of either side, prepared for the join.
    public struct Row {
        /// The key in its source.
        public let key: String
        /// The value of the join field as bytes; `nil` if there is none.
        public let value: [UInt8]?
        fileprivate let data: JSON

        fileprivate init(_ record: Record, field: FieldPath) {
            key = record.key
            // Stored data is valid JSON; other data would have no field to join by.
            data = (try? JSON(parsing: record.data)) ?? .object([])
            let bytes = field.value(in: data)?.scalarText.map { Array($0.utf8) } ?? []
            let part = bytes.span.trimmed(0..<bytes.count)
            value = part.isEmpty ? nil : Array(bytes[part])
        }
    }

    /// The settings of the join.
    public let format: JoinFormat
    private let rules: RecordRules
    private var lefts = Side()
    private var rights = Side()
    private var taken = 0
    private var lost = 0
    /// The reason why the first pair was rejected.
    private var fault = ""

    /// The observations about one side.
    private struct Side {
        /// The fields of its first record; `nil` before it.
        private var fields: String?
        /// Whether any record has the join field.
        private var isJoinable = false

        mutating func inspect(_ row: Row) -> Row {
            isJoinable = isJoinable || row.value != nil
            if fields == nil {
                fields = (row.data.object ?? []).prefix(20).map(\.name).joined(separator: " ")
            }
            return row
        }

        /// Checks that the side can be joined.
        ///
        ///
        /// - Throws: `DecodeError` if there are records but none has the join field.
        func check(_ source: SourceName, field: FieldPath) throws(DecodeError) {
            guard let fields, !isJoinable else { return }
            throw DecodeError(.shape, part: "\(field) in \(source)", found: fields, offset: 0)
        }
    }

    /// Creates a joiner for one pass over both sides.
    ///
    /// - Throws: `OptionError` if a setting of `[Join]` or `[Record]` cannot be used.
    public init(_ options: Options) throws(OptionError) {
        format = try JoinFormat(options)
        rules = try RecordRules(options)
    }

    /// Prepares a record of the left side.
    public mutating func left(_ record: Record) -> Row { lefts.inspect(Row(record, field: format.leftField)) }

    /// Prepares a record of the right side.
    public mutating func right(_ record: Record) -> Row {
        rights.inspect(Row(record, field: format.rightField))
    }

    /// Joins a record of the left side with those of the right side that have the same value.
    ///
    /// - Parameters:
    ///   - row: The record of the left side.
    ///   - partners: The records of the right side in the order of their keys; each yields a record.
    ///   - out: The output for records, rejects and counts.
    public mutating func join(_ row: Row, partners: [Row], into out: inout Decoded) {
        guard !partners.isEmpty || format.keepsUnmatched else {
            out.omitted["without a row", default: 0] += 1
            return
        }
        if partners.isEmpty { read(row.data, of: row, into: &out) }
        for partner in partners { read(joined(row.data, with: partner.data), of: row, into: &out) }
    }

    /// Rejects a join that would empty its source by mistake.
    ///
    /// - Throws: `DecodeError` if a side lacks the join field, no record could be made, or there are fewer
    ///   than the definition demands.
    public func finish() throws(DecodeError) {
        try lefts.check(format.left, field: format.leftField)
        try rights.check(format.right, field: format.rightField)
        if taken == 0, lost > 0 {
            throw DecodeError(.shape, part: "readable pair among \(lost)", found: fault, offset: 0)
        }
        if taken < rules.minimum {
            throw DecodeError(
                .shape, part: "join of at least \(rules.minimum) pairs", found: "\(taken)", offset: 0)
        }
    }

    private mutating func read(_ data: JSON, of row: Row, into out: inout Decoded) {
        if rules.isSuppressed(data) {
            out.omitted["suppressed", default: 0] += 1
            taken += 1
            return
        }
        let count = out.rejects.count
        if rules.read(data, named: nil, at: nil, into: &out) {
            taken += 1
        } else {
            lost += 1
            if lost == 1 { fault = out.rejects.last.map { "\($0.field ?? ""): \($0.reason)" } ?? "" }
        }
        for index in count..<out.rejects.count where out.rejects[index].key == nil {
            out.rejects[index].key = row.key
        }
    }

    private func joined(_ left: JSON, with right: JSON) -> JSON {
        let members = left.object ?? []
        var names = Set(members.map { Array($0.name.utf8) })
        let added = (right.object ?? []).compactMap { member -> JSON.Member? in
            let name = format.prefix + member.name
            return names.insert(Array(name.utf8)).inserted ? JSON.Member(name, member.value) : nil
        }
        return .object(members + added)
    }
}

extension RecordRules {
    /// Whether a required field holds something that is not of its type.
    fileprivate func isSuppressed(_ data: JSON) -> Bool {
        require.contains { field in
            guard let type = rule(for: field).type, let value = FieldPath(field).value(in: data)?.present
            else {
                return false
            }
            return type.value(value) == nil
        }
    }
}
