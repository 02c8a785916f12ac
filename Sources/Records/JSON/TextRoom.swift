/// The free room behind a text, into which the bytes of one part are written without a check of each.
///
/// It exists only during `Array.append(atMost:_:)`, which reserves the room before and checks its end after. The
/// parts of which the length depends on the data are checked before they are written.
struct TextRoom {
    private let start: UnsafeMutablePointer<UInt8>
    /// The number of bytes that have been written.
    fileprivate var count = 0
    private let capacity: Int

    fileprivate init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
    }

    /// Writes a byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe start[count] = byte
        count &+= 1
    }

    /// Writes bytes.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer {
            guard let first = $0.baseAddress else { return }
            precondition($0.count <= capacity - count)
            unsafe (start + count).initialize(from: first, count: $0.count)
            count &+= $0.count
        }
    }

    /// Writes a text that needs no escapes as a JSON string.
    @inline(__always)
    mutating func quote(_ text: Span<UInt8>) {
        append(.quote)
        append(text)
        append(.quote)
    }

    /// Writes a whole number, at most 20 bytes.
    mutating func append(_ value: Int) {
        if value < 0 { append(.hyphen) }
        append(digits: value.magnitude)
    }

    /// Writes a number of hundredths as a decimal fraction without trailing zeros, at most 21 bytes.
    mutating func append(hundredths value: Int) {
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100)
        if value < 0 { append(.hyphen) }
        append(digits: whole)
        guard rest > 0 else { return }
        append(.period)
        append(.digit(rest / 10))
        if rest % 10 > 0 { append(.digit(rest % 10)) }
    }

    /// Writes the decimal digits of a number, at most 20.
    mutating func append(digits value: UInt) {
        var length = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            length &+= 1
        }
        rest = value
        var place = count &+ length
        repeat {
            place &-= 1
            unsafe start[place] = .digit(rest % 10)
            rest /= 10
        } while place > count
        count &+= length
    }
}

extension [UInt8] {
    /// Appends a part.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that the part has at most; more are a fault of the program.
    ///   - write: Writes the part.
    @inline(__always)
    mutating func append(atMost count: Int, _ write: (inout TextRoom) -> Void) {
        append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { free, written in
                guard let start = free.baseAddress else { return }
                var room = unsafe TextRoom(start, capacity: count)
                write(&room)
                precondition(room.count <= count)
                written = room.count
            }
        }
    }
}
