import Definitions
import Records
import Storing

/// The reasons why stored records are removed that the content lacks.
nonisolated extension Ingest {
    /// Returns the function that finds the reason of each removal.
    ///
    /// - Parameters:
    ///   - source: The source of the records.
    ///   - report: The report of the whole document.
    ///   - reader: The reader of the stored records.
    /// - Returns: The function for the comparison.
    func reasons(of source: String, beside report: IngestReport, in reader: StoreReader) -> Comparison.Reason
    {
        let dropped = report.dropped
        return { [unowned reader] key throws(StoreError) in
            if let reason = try reason(ofStored: key, of: source, in: reader) { return reason }
            guard absence == .upstream else { return absence }
            if dropped.contains(key) { return .rejected }
            // A part whose key is not known, or the event of this occurrence, may have been this record.
            return dropped.areAllKnown && !dropped.mayContain(key) ? .upstream : nil
        }
    }

    /// Returns the reason that the stored record itself states: its end has passed, or documents lacked it for
    /// long.
    private func reason(
        ofStored key: String, of source: String, in reader: StoreReader
    ) throws(StoreError) -> RemovalReason? {
        guard let path = ends ?? kind.passing, let record = try reader.record(source, key)?.record else {
            return nil
        }
        if let moment = path.moment(in: record), moment <= now { return .clock }
        guard kind.decidesAbsence else { return nil }
        return FieldPath("unconfirmed").moment(in: record) == nil ? nil : .unconfirmed
    }
}

nonisolated extension Kind {
    /// The member with the time after which a record is no longer kept; `nil` if time does not end records.
    fileprivate var passing: FieldPath? {
        if self == .calendar { return FieldPath("end") }
        return agesInStore ? FieldPath("ends") : nil
    }
}
