/// Returns bytes compressed as gzip, which favours speed over size.
///
/// Source: RFC 1952.
public func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var deflater = Deflater()
    var output: [UInt8] = []
    bytes.withUnsafeBytes {
        deflater.add($0, isLast: true) { (part: UnsafeRawBufferPointer) throws(Never) in
            output.append(contentsOf: part)
        }
    }
    return output
}
