import Decoding
package import Records

nonisolated extension Definition {
    /// The order of two reports of one station; see `ReportOrder`.
    public enum Order: String, CaseIterable, Sendable {
        /// The newer report counts.
        case report
        /// The report that arrived last counts.
        case arrival
    }

    /// Whether the report that arrived last counts, whatever its time.
    package var ordersByArrival: Bool { setting("Order") == Order.arrival.rawValue || !statesTime }

    /// Whether its reports have their time under its own name, and not under another one or none.
    package var statesTime: Bool {
        // The rules were checked with the definition.
        guard let rule = try? RecordRules(options).rule(for: WeatherMember.time.description) else {
            return false
        }
        return !rule.isOmitted && rule.rename == nil
    }
}

nonisolated extension Definition {
    /// The meaning of a response without content (HTTP 204 or 205).
    public enum NoContent: String, CaseIterable, Sendable {
        /// The upstream has nothing at present: a current answer.
        case empty
        /// The document is missing: a failure.
        case failure
    }

    /// The field with the end of a record, which a single answer without content does not remove before it;
    /// `nil` if records have none.
    package var ends: FieldPath? {
        (options.last(in: "Record", named: "Until")?.value ?? kind.end).map { FieldPath($0) }
    }

    /// The meaning of a response without content: with `MinRecords=0`, there may be no record.
    package var noContent: NoContent {
        let mayBeEmpty = options.last(in: "Record", named: "MinRecords")?.value == "0"
        return setting("NoContent").flatMap(NoContent.init) ?? (mayBeEmpty ? .empty : kind.noContent)
    }
}
