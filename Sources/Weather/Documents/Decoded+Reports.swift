import Decoding
import Records

extension Decoded {
    /// Returns the report of a piece; adds a piece that is not a report to the rejects.
    mutating func entry(of piece: ReportPiece) -> ReportEntry? {
        switch piece {
        case .report(let entry): return entry
        case .stray(let reject):
            rejects.append(reject)
            return nil
        }
    }

    /// Adds the record of a report with its rejects, or the reason why there is no record.
    mutating func add(
        _ entry: ReportEntry,
        read: ([UInt8]) throws(DecodeError) -> (record: Record, faults: [DecodeError])
    ) {
        do throws(DecodeError) {
            let (record, faults) = try read(entry.text)
            records.append(record)
            for fault in faults { rejects.append(entry.reject(fault, key: record.key)) }
        } catch {
            rejects.append(entry.reject(error, key: nil))
        }
    }
}
