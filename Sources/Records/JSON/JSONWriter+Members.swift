/// Members whose names are constants of the program that need no escapes; a name and its value are appended
/// at once.
extension JSONWriter {
    /// Writes the name of the next member.
    public mutating func name(plain name: StaticString) {
        member(name, atMost: 0) { _ in }
        expectsFirst()
    }

    /// Writes the name of a member and opens its object: `"name":{`.
    public mutating func beginObject(plain name: StaticString) {
        member(name, atMost: 1) { $0.append(.leftBrace) }
        expectsFirst()
    }

    /// Writes the name of a member and opens its array: `"name":[`.
    public mutating func beginArray(plain name: StaticString) {
        member(name, atMost: 1) { $0.append(.leftBracket) }
        expectsFirst()
    }

    /// Writes a member with a whole number.
    public mutating func member(plain name: StaticString, _ value: Int) {
        member(name, atMost: 20) { $0.append(value) }
    }

    /// Writes a member with a number of hundredths, as `number(hundredths:)` does.
    public mutating func member(plain name: StaticString, hundredths value: Int) {
        member(name, atMost: 21) { $0.append(hundredths: value) }
    }

    /// Writes a member with a string.
    public mutating func member(plain name: StaticString, _ text: String) {
        member(plain: name, utf8: text.utf8.span)
    }

    /// Writes a member with a time in the form of `UTC.description`.
    public mutating func member(plain name: StaticString, _ moment: UTC) {
        member(plain: name, utf8: moment.text.span)
    }

    /// Writes a member with a string of bytes that are known to be UTF-8.
    public mutating func member(plain name: StaticString, utf8 text: Span<UInt8>) {
        guard text.plainEnd(from: 0) == text.count else {
            self.name(plain: name)
            return string(utf8: text)
        }
        member(name, atMost: text.count + 2) { $0.quote(text) }
    }

    /// Writes a member that is JSON text already: its quoted name, a colon and its value.
    public mutating func member(literal text: Span<UInt8>) {
        element(atMost: text.count) { $0.append(text) }
    }

    @inline(__always)
    private mutating func member(
        _ name: StaticString, atMost count: Int, _ write: (inout TextRoom) -> Void
    ) {
        let name = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        element(atMost: name.count + 3 + count) { room in
            unsafe room.quote(name.span)
            room.append(.colon)
            write(&room)
        }
    }
}
