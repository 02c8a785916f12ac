import Compression
import Records

/// The compressed parts of pages: a page that is rendered again shares most of them with its last version.
final class KeptParts {
    /// The maximum size of all parts, in bytes.
    private static let mostBytes = 1 << 20

    private var parts: [RecordHash: DeflatedPart] = [:]
    private var bytes = 0

    /// Returns bytes compressed as gzip, in parts that end at these positions and at the end.
    func gzip(_ bytes: [UInt8], cuts: [Int]) -> [UInt8] {
        let starts = [0] + cuts
        let ends = cuts + [bytes.count]
        return Compression.gzip(zip(starts, ends).map { part(of: bytes, from: $0, to: $1) })
    }

    private func part(of bytes: [UInt8], from start: Int, to end: Int) -> DeflatedPart {
        let hash = RecordHash(content: bytes.span.extracting(start..<end).bytes)
        if let part = parts[hash] { return part }
        let part = bytes.withUnsafeBytes { DeflatedPart(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        keep(part, hash)
        return part
    }

    private func keep(_ part: DeflatedPart, _ hash: RecordHash) {
        if bytes + part.bytes.count > KeptParts.mostBytes {
            parts = [:]
            bytes = 0
        }
        parts[hash] = part
        bytes += part.bytes.count
    }
}
