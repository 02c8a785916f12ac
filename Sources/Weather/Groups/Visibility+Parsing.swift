import Records

extension Visibility {
    /// Parses four digits with an optional suffix (`NDV`, a compass point), or kilometres; `nil` for other
    /// words.
    @inline(__always)
    static func readMeters(_ token: Token, in bytes: Span<UInt8>) -> Visibility? {
        guard token.digits & 0b1111_0000 == 0b1111_0000 else { return readKilometers(token, in: bytes) }
        let value = token.number(at: 0, 4)
        let whole = value == 9999 ? tenKilometers : Visibility(value, unit: .meters)
        if token.count == 4 { return whole }
        return readSuffix(token, whole: whole)
    }

    /// Parses a visibility with its qualifier: `P6SM`, `M1/4SM`, `P5000`, `M0400` or `P10KM`; `nil` for other
    /// words.
    static func readQualified(_ token: Token, in bytes: Span<UInt8>) -> Visibility? {
        if let miles = readMiles(token, whole: 0, in: bytes) { return miles }
        let qualifier: Qualifier = token[0] == UInt8(ascii: "M") ? .less : .more
        if token.count == 5, token.digits == 0b0111_1000 {
            let value = token.number(at: 1, 4)
            if value == 9999, qualifier == .more { return tenKilometers }
            return Visibility(value, unit: .meters, qualifier: qualifier)
        }
        guard let whole = readKilometers(token.dropping(1, in: bytes), in: bytes) else { return nil }
        return Visibility(Int(whole.reported), unit: .kilometers, qualifier: qualifier)
    }

    /// Parses `9999/8000`, a range of visibilities, of which the smaller one counts; `nil` for other words.
    static func readRange(_ token: Token, in bytes: Span<UInt8>) -> Visibility? {
        guard token.isPeriod, token.count == 9,
            let first = readMeters(Token(start: token.start, end: token.start + 4, in: bytes), in: bytes),
            let second = readMeters(token.dropping(5, in: bytes), in: bytes),
            first.isStep, second.isStep
        else { return nil }
        return first.meters < second.meters ? first : second
    }

    /// Whether the number of metres is one that a report can have: a multiple of 50.
    ///
    /// Source: WMO-No. 306, FM 15, 15.6.3.
    var isStep: Bool { meters.truncatingRemainder(dividingBy: 50) == 0 }

    /// Whether a report can have a number of whole miles: from 15 on, there are steps of five.
    ///
    /// Source: FMH-1, table 6-1.
    private static func isWholeMiles(_ miles: Int) -> Bool { miles <= 15 || miles <= 200 && miles % 5 == 0 }

    /// The most whole miles that a fraction may follow: reports have 2 3/4, then 3. A greater number is the hour of
    /// a change or the like.
    ///
    /// Source: FMH-1, table 6-1.
    private static let mostMilesWithFraction = 4

    private static func readSuffix(_ token: Token, whole: Visibility) -> Visibility? {
        var found = whole
        let suffix = Token(start: 0, count: token.count - 4, head: token.head << 32)
        switch suffix.count {
        case 1 where suffix.is("N") || suffix.is("E") || suffix.is("S") || suffix.is("W"),
            2 where suffix.is("NE") || suffix.is("SE") || suffix.is("SW") || suffix.is("NW"):
            found.direction = ShortText(suffix)
        case 1 where suffix.is("M"), 1 where suffix.is("U"), 3 where suffix.is("NDV"): break
        // The sensor does not know the direction.
        case 1 where suffix.is("/"), 2 where suffix.is("//"): break
        default: return nil
        }
        return found
    }

    private static func readKilometers(_ token: Token, in bytes: Span<UInt8>) -> Visibility? {
        guard token.count >= 3, bytes[token.end - 1] == UInt8(ascii: "M"),
            bytes[token.end - 2] == UInt8(ascii: "K")
        else { return nil }
        var scan = ByteCursor(token)
        let number = scan.number(bytes, upTo: 2)
        guard number.count > 0, scan.left == 2 else { return nil }
        return Visibility(number.value, unit: .kilometers)
    }

    /// Parses statute miles: `10SM`, `1/4SM`, `M1/4SM`, `P6SM`, `11/2SM` (without the space).
    ///
    /// `whole` is the number of miles in the preceding word, 0 if there is none.
    static func readMiles(_ token: Token, whole: Int, in bytes: Span<UInt8>) -> Visibility? {
        guard token.count >= 3, token.count <= 9, bytes[token.end - 1] == UInt8(ascii: "M"),
            bytes[token.end - 2] == UInt8(ascii: "S")
        else { return nil }
        return readMiles(token.start..<token.end - 2, whole: whole, in: bytes)
    }

    /// Parses the same without `SM`, which may be a word of its own.
    static func readMiles(_ range: Range<Int>, whole: Int, in bytes: Span<UInt8>) -> Visibility? {
        var scan = ByteCursor(range)
        let qualifier: Qualifier =
            scan.consume("M", in: bytes) ? .less : scan.consume("P", in: bytes) ? .more : .exact
        let number = scan.number(bytes, upTo: 3)
        guard number.count > 0 else { return nil }
        if whole == 0, number.count == 1, scan.consume("-", in: bytes) {
            // `1-1/2SM`, as in handwritten reports.
            return readMiles(scan.at..<scan.end, whole: number.value, in: bytes)
        }
        if scan.isAtEnd {
            // `M14SM` and `102SM` are fractions that have lost their slash.
            guard whole == 0, isWholeMiles(number.value), qualifier != .less || number.value == 0 else {
                return nil
            }
            return Visibility(number.value, unit: .statuteMiles, qualifier: qualifier)
        }
        guard scan.consume("/", in: bytes) else { return nil }
        let below = scan.number(bytes, upTo: 2)
        guard scan.isAtEnd, below.value > 0 else { return nil }
        // `11/2SM` is 1 1/2: the first digit is whole miles if the rest is a proper fraction.
        var miles = whole
        var above = number.value
        if whole == 0, number.count > 1, number.value >= below.value {
            let unit = number.count == 3 || below.value > 9 && number.value % 100 < below.value ? 100 : 10
            miles = number.value / unit
            above = number.value % unit
        }
        guard above > 0, above < below.value, miles <= mostMilesWithFraction else { return nil }
        return Visibility(
            miles * below.value + above, over: below.value, unit: .statuteMiles, qualifier: qualifier)
    }
}
