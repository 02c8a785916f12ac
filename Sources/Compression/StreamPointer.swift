import CZlib

/// The memory of a zlib stream, whose address never changes: zlib keeps a pointer to it.
struct StreamPointer: ~Copyable {
    /// The largest window, as a power of two.
    static let window: CInt = 15
    /// Added to the window for gzip instead of zlib.
    static let gzip: CInt = 16
    /// Added to the window for gzip or zlib, whichever the header names.
    static let gzipOrZlib: CInt = 32
    static let size = CInt(MemoryLayout<z_stream>.size)

    let pointer = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init() { pointer.initialize(to: z_stream()) }

    deinit { pointer.deallocate() }

    /// Sets the next input.
    func setInput(_ input: UnsafeRawBufferPointer) {
        let bytes = input.assumingMemoryBound(to: UInt8.self).baseAddress
        pointer.pointee.next_in = UnsafeMutablePointer(mutating: bytes)
        pointer.pointee.avail_in = uInt(input.count)
    }

    /// Sets the room for output.
    func offer(_ output: UnsafeMutableRawBufferPointer) {
        pointer.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
        pointer.pointee.avail_out = uInt(output.count)
    }

    /// The number of bytes of the input that are left.
    var unusedInput: Int { Int(pointer.pointee.avail_in) }

    /// The number of bytes of the output that are left.
    var unusedOutput: Int { Int(pointer.pointee.avail_out) }
}
