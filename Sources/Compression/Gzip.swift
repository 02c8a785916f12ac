/// Returns bytes compressed as gzip.
///
/// Source: RFC 1952.
public func gzip(_ bytes: [UInt8], _ effort: Deflater.Effort = .fast) -> [UInt8] {
    var deflater = Deflater(effort)
    var output: [UInt8] = []
    bytes.withUnsafeBytes {
        deflater.add($0, isLast: true) { (part: UnsafeRawBufferPointer) throws(Never) in
            output.append(contentsOf: part)
        }
    }
    return output
}
