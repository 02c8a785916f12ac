import Records

extension ValueHistory {
    /// Reads the stored form; returns `nil` for any other input.
    init?(_ json: JSON) {
        self.init()
        switch json {
        case .null: return
        case .bool(false): self = .open
        default:
            guard let parts = json.array, parts.count == 5, let list = parts[4].array else { return nil }
            documents = parts[0].int ?? 0
            records = parts[1].int ?? 0
            shared = parts[2].int ?? 0
            repeated = parts[3].int ?? 0
            values = list.compactMap(Value.init)
            // Without one of its values, the history would take that value for a new one.
            guard values.count == list.count else { return nil }
        }
    }

    /// The stored form: null without values, false if the name is no enumeration.
    var json: JSON {
        if isOpen { return .bool(false) }
        guard !values.isEmpty else { return .null }
        return .array([
            .int(documents), .int(records), .int(shared), .int(repeated), .array(values.map(\.json)),
        ])
    }
}

extension ValueHistory.Value {
    fileprivate var json: JSON {
        .array([
            .string(text), .second(first), .int(documents), .int(records), .int(uses), .int(days),
            .int(lastDay), .int(lastDocument), .int(lastRecords), .bool(isReported),
        ])
    }

    fileprivate init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 10, let text = parts[0].string,
            let first = parts[1].second
        else { return nil }
        self.init(text: text, first: first)
        documents = parts[2].int ?? 0
        records = parts[3].int ?? 0
        uses = parts[4].int ?? 0
        days = parts[5].int ?? 0
        lastDay = parts[6].int ?? 0
        lastDocument = parts[7].int ?? 0
        lastRecords = parts[8].int ?? 0
        isReported = parts[9].bool ?? true
    }
}
