import Records

extension Decoded {
    /// Adds the record of a report and what of it is broken, or the reason why there is none.
    mutating func add(
        _ piece: ReportSplitter.Piece,
        _ read: (Span<UInt8>) throws(DecodeError) -> (record: Record, faults: [DecodeError])
    ) {
        do throws(DecodeError) {
            let (record, faults) = try read(piece.text.span)
            records.append(record)
            for fault in faults { rejects.append(piece.reject(fault, key: record.key)) }
        } catch {
            rejects.append(piece.reject(error, key: nil))
        }
    }
}

extension ReportSplitter.Piece {
    /// A fault within the report as a reject with its place in the document.
    fileprivate func reject(_ fault: DecodeError, key: String?) -> Reject {
        Reject(
            line: line, offset: offset + fault.offset, key: key, field: fault.part, found: fault.found,
            reason: "not a \(fault.part)")
    }
}
