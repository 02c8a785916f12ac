import Glibc
import Records

/// A converter from some encoding to UTF-8, slice by slice, by iconv(3).
///
/// Each byte that is invalid becomes U+FFFD and is counted.
final class TextConverter {
    private let handle: ConversionHandle
    /// The bytes of a character whose end has not arrived.
    private var pending: [UInt8] = []
    /// The number of bytes to skip at an invalid sequence.
    private let unit: Int
    private(set) var faults = 0

    /// Creates a converter.
    ///
    ///
    /// - Returns: `nil` if this machine does not know the encoding.
    init?(from charset: Charset) {
        guard let handle = ConversionHandle(from: charset.name) else { return nil }
        self.handle = handle
        unit = charset.name.hasPrefix("UTF-16") ? 2 : charset.name.hasPrefix("UTF-32") ? 4 : 1
    }

    static func knows(_ name: String) -> Bool { ConversionHandle(from: name) != nil }

    func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        var input = pending
        input.reserveCapacity(pending.count + bytes.count)
        input.append(bytes)
        let rest = convert(&input, into: &text)
        pending = Array(input.suffix(rest))
    }

    /// Ends the text; an incomplete character is a fault.
    func finish(into text: inout [UInt8]) {
        guard !pending.isEmpty else { return }
        pending = []
        replace(in: &text)
    }

    private func replace(in text: inout [UInt8]) {
        faults += 1
        text.append(contentsOf: UTF8Repair.replacement)
    }

    /// Converts as much as possible.
    ///
    /// - Returns: The number of bytes at the end that begin an incomplete character.
    private func convert(_ input: inout [UInt8], into text: inout [UInt8]) -> Int {
        var left = input.count
        while left > 0 {
            let fault = step(&input, left: &left, into: &text)
            if fault == EINVAL { return left }
            guard fault == EILSEQ else { continue }
            replace(in: &text)
            guard left >= unit else { return left }
            left -= unit
        }
        return 0
    }

    /// Calls iconv once, up to a fault or a full buffer; returns errno, or 0 if everything was converted.
    private func step(_ input: inout [UInt8], left: inout Int, into text: inout [UInt8]) -> CInt {
        let room = 16_384
        var remaining = left
        var fault = CInt(0)
        let start = input.count - left
        let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            unsafe input.withUnsafeMutableBytes { bytes in
                var source = unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(
                    to: CChar.self)
                var free = room
                let result = unsafe iconv(handle.pointer, &source, &remaining, &target, &free)
                fault = result == -1 ? errno : 0
                count = room - free
            }
        }
        text.append(contentsOf: output)
        left = remaining
        return fault
    }
}

/// A conversion descriptor of iconv_open(3), to UTF-8.
private struct ConversionHandle: ~Copyable {
    let pointer: iconv_t

    init?(from name: String) {
        guard let pointer = unsafe iconv_open("UTF-8", name), Int(bitPattern: pointer) != -1 else {
            return nil
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe iconv_close(pointer)
    }
}
