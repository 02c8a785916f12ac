public import Records

/// Makes one record of two that belong together, by `JoinFormat` and `RecordRules`.
///
/// What it leaves out is counted: `without a row` on the right, and `suppressed` where a field that is required
/// and typed holds something else, such as the `s` that statistical offices write for numbers too small to tell.
public struct RecordJoiner {
    /// A record of either side, ready to be joined.
    public struct Row {
        /// Its key in its source.
        public let key: String
        /// The text by which its partners are found, as bytes; `nil` when it has none.
        public let value: [UInt8]?
        fileprivate let data: JSON

        fileprivate init(_ record: Record, _ field: FieldPath) {
            key = record.key
            // What is stored is JSON; were it not, it would have no field to be joined by.
            data = (try? JSON(parsing: record.data)) ?? .object([])
            let bytes = field.value(in: data)?.scalarText.map { Array($0.utf8) } ?? []
            let part = bytes.span.trimmed(0..<bytes.count)
            value = part.isEmpty ? nil : Array(bytes[part])
        }
    }

    /// What is joined.
    public let format: JoinFormat
    private let rules: RecordRules
    private var (lefts, rights) = (Side(), Side())
    private var taken = 0
    private var lost = 0
    /// Why the first pair was lost.
    private var fault = ""

    /// What was seen of a side.
    private struct Side {
        /// The fields of its first record; `nil` before it.
        private var fields: String?
        /// Whether any record had the field that it is joined by.
        private var isJoinable = false

        mutating func note(_ row: Row) -> Row {
            isJoinable = isJoinable || row.value != nil
            if fields == nil {
                fields = (row.data.object ?? []).prefix(20).map(\.name).joined(separator: " ")
            }
            return row
        }

        /// - Throws: When there are records, but none has the field: it was renamed, or never was.
        func check(_ source: SourceName, _ field: FieldPath) throws(DecodeError) {
            guard let fields, !isJoinable else { return }
            throw DecodeError(.shape, part: "\(field) in \(source)", found: fields, offset: 0)
        }
    }

    /// Makes a joiner for one reading of both sides.
    ///
    /// - Throws: When a setting of `[Join]` or `[Record]` cannot be used.
    public init(_ options: Options) throws(OptionError) {
        format = try JoinFormat(options)
        rules = try RecordRules(options)
    }

    /// A record of the left side.
    public mutating func left(_ record: Record) -> Row { lefts.note(Row(record, format.leftField)) }

    /// A record of the right side.
    public mutating func right(_ record: Record) -> Row { rights.note(Row(record, format.rightField)) }

    /// Joins a record of the left side with those of the right side that have its value.
    ///
    /// - Parameters:
    ///   - row: The record of the left side.
    ///   - partners: Those of the right side, in the order of their keys; a record is made of each.
    ///   - out: Where records, rejects and counts go.
    public mutating func join(_ row: Row, _ partners: [Row], into out: inout Decoded) {
        guard !partners.isEmpty || format.keepsUnmatched else {
            out.omitted["without a row", default: 0] += 1
            return
        }
        if partners.isEmpty { read(row.data, of: row, into: &out) }
        for partner in partners { read(joined(row.data, partner.data), of: row, into: &out) }
    }

    /// Refuses a join that would empty its source by mistake.
    ///
    /// - Throws: When a side does not have the field that it is joined by, nothing could be made of what is there, or
    ///   there is less than the definition wants.
    public func finish() throws(DecodeError) {
        try lefts.check(format.left, format.leftField)
        try rights.check(format.right, format.rightField)
        if taken == 0, lost > 0 {
            throw DecodeError(.shape, part: "pair of \(lost) that can be read", found: fault, offset: 0)
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

    private func joined(_ left: JSON, _ right: JSON) -> JSON {
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
    /// Whether a required field is there but holds something that its type is not.
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
