package import Records

/// A decoder that applies `RecordRules` to the records of another decoder, such as reports and forecasts.
///
/// Rules name members of the record. Parts without a rule, such as the key, stay as the other decoder made
/// them.
package struct RuledDecoder<Base: DocumentDecoder>: DocumentDecoder {
    private var base: Base
    private let rules: RecordRules
    /// Whether the rules change or count the records.
    private let isRuled: Bool
    private var taken = 0
    private var lost = 0

    package init(options: Options, context: DocumentContext) throws(OptionError) {
        rules = try RecordRules(options)
        isRuled = !rules.isEmpty || rules.minimum > 0
        base = try Base(options: options, context: context)
    }

    package mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        guard isRuled else { return try base.decode(bytes, into: &out) }
        var made = Decoded()
        try base.decode(bytes, into: &made)
        add(made, to: &out)
    }

    package mutating func finish(into out: inout Decoded) throws(DecodeError) {
        guard isRuled else { return try base.finish(into: &out) }
        var made = Decoded()
        defer { out.providerNames = made.providerNames }
        try base.finish(into: &made)
        add(made, to: &out)
        try RecordCount(taken: taken, lost: lost).check(rules.minimum, unit: "report", rejects: out.rejects)
    }

    private mutating func add(_ made: Decoded, to out: inout Decoded) {
        out.rejects += made.rejects
        out.omitted.merge(made.omitted) { $0 + $1 }
        out.title = made.title ?? out.title
        out.lifetime = made.lifetime ?? out.lifetime
        out.notes += made.notes
        out.names.merge(made.names) { first, _ in first }
        out.next = made.next ?? out.next
        out.kept += made.kept
        out.dropped += made.dropped
        out.awaitsAnswer = out.awaitsAnswer || made.awaitsAnswer
        out.unconfirmed.merge(made.unconfirmed) { $1 }
        for record in made.records {
            if rules.read(record, into: &out) { taken += 1 } else { lost += 1 }
        }
    }
}

extension RuledDecoder: LivingDecoder where Base: LivingDecoder {
    package mutating func live(
        at moment: UTC, recall: @escaping (String) -> String?, zones: ZoneTables?
    ) {
        base.live(at: moment, recall: recall, zones: zones)
    }

    package mutating func know(_ earlier: EarlierRecords) { base.know(earlier) }
}

extension RecordRules {
    /// Applies the rules to a complete record.
    ///
    /// - Returns: Whether the record was kept or left out by a rule.
    fileprivate func read(_ record: Record, into out: inout Decoded) -> Bool {
        var made = Decoded()
        guard let element = try? JSON(parsing: record.data) else { return false }
        let isTaken = read(element, named: nil, at: nil, into: &made)
        for var reject in made.rejects {
            reject.key = key.isEmpty ? record.key : reject.key
            out.rejects.append(reject)
        }
        out.omitted.merge(made.omitted) { $0 + $1 }
        guard var ruled = made.records.first else {
            out.dropped += key.isEmpty ? [record.key] : made.dropped
            return isTaken
        }
        if key.isEmpty { ruled.key = record.key }
        if title.isEmpty { ruled.title = record.title }
        if location.isEmpty { ruled.position = record.position }
        if group == nil { ruled.group = record.group }
        out.records.append(ruled)
        return isTaken
    }
}
