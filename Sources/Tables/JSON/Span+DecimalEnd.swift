import Records

extension Span<UInt8> {
    /// Returns the end of a whole number or decimal fraction of a usual form that begins at a place; `nil` if
    /// the number has another form, such as an exponent, or is none.
    @inline(__always)
    func decimalEnd(from start: Int) -> Int? {
        let first = start < count && self[unchecked: start] == .hyphen ? start &+ 1 : start
        var at = digitsEnd(from: first)
        // A zero before other digits is a fault.
        guard at > first, at == first &+ 1 || self[unchecked: first] != UInt8(ascii: "0") else { return nil }
        if at < count, self[unchecked: at] == .period {
            let point = at
            at = digitsEnd(from: point &+ 1)
            guard at > point &+ 1 else { return nil }
        }
        return at < count && self[unchecked: at] | .caseBit != UInt8(ascii: "e") ? at : nil
    }

    @inline(__always)
    private func digitsEnd(from start: Int) -> Int {
        var at = start
        while at < count, self[unchecked: at].isDigit { at &+= 1 }
        return at
    }
}
