import Records
import Schemas

/// The reader of remarks with numbers of one or two words: visibilities, ceilings and hail.
extension Remarks {
    /// A whole number with a fraction, or one of them.
    private struct Mixed {
        let value: Double
        /// Whether the true value is less: `M1/4`.
        let isLess: Bool
    }

    /// Reads `TWR VIS 1 1/2` after its first word.
    mutating func parseTower(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard towerVisibility == nil, let miles = Remarks.wordAndMiles(&tokens, in: bytes) else { return }
        towerVisibility = miles.value * Visibility.Unit.statuteMiles.meters
        if miles.isLess { rare.isTowerLess = true }
    }

    /// Reads `SFC VIS M1/4` after its first word.
    mutating func parseSurface(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard surfaceVisibility == nil, let miles = Remarks.wordAndMiles(&tokens, in: bytes) else { return }
        surfaceVisibility = miles.value * Visibility.Unit.statuteMiles.meters
        if miles.isLess { rare.isSurfaceLess = true }
    }

    private static func wordAndMiles(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Mixed? {
        var ahead = tokens
        guard let word = ahead.next(bytes), word.is("VIS") else { return nil }
        var scan = ByteCursor(ahead.offset..<ahead.end)
        scan.skipBlanks(bytes)
        guard let miles = mixed(&scan, in: bytes), scan.isAtWordEnd(bytes) else { return nil }
        tokens.offset = scan.at
        return miles
    }

    /// Reads what follows `VIS`: `1/2V2`, `VRB 1 1/4-3`, `MIN 4000`, `NE 2 1/2`, `2 1/2 W` or `2 RWY11`.
    mutating func parseVisibility(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var ahead = tokens
        guard let word = ahead.next(bytes) else { return }
        if word.is("MIN") { return parseMinimum(ahead, in: bytes) }
        if word.is("VRB") { return parseRange(&tokens, from: ahead.offset, separator: "-", in: bytes) }
        if Remarks.isDirection(word, in: bytes) { return parseSectors(&tokens, in: bytes) }
        if word.count == 9, word.digits & 0b1111_0111 == 0b1111_0111, word[4] == UInt8(ascii: "V") {
            return parseMetricRange(word, in: bytes)
        }
        var scan = ByteCursor(word.start..<ahead.end)
        guard let miles = Remarks.mixed(&scan, in: bytes) else { return }
        guard scan.isAtWordEnd(bytes) else {
            return parseRange(&tokens, from: word.start, separator: "V", in: bytes)
        }
        var rest = Tokens(scan.at..<tokens.end)
        guard let place = Remarks.place(&rest, in: bytes) else { return }
        tokens = rest
        add(miles, place: place)
    }

    /// Reads `NE 2 1/2 W 1/2`, or `SE-S AND NW 6`.
    private mutating func parseSectors(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        while let first = tokens.peek(bytes), Remarks.isDirection(first, in: bytes) {
            var ahead = tokens
            var end = first.end
            while let word = ahead.peek(bytes), Remarks.isDirection(word, in: bytes) || word.is("AND") {
                end = word.end
                _ = ahead.next(bytes)
            }
            var scan = ByteCursor(ahead.offset..<ahead.end)
            scan.skipBlanks(bytes)
            guard let miles = Remarks.mixed(&scan, in: bytes), scan.isAtWordEnd(bytes) else { return }
            tokens.offset = scan.at
            add(miles, place: ReportText.phrase(bytes, range: first.start..<end))
        }
    }

    /// Reads `1400V9999` of military stations: metres, of which 9999 stands for 10 km or more.
    private mutating func parseMetricRange(_ word: Token, in bytes: Span<UInt8>) {
        var scan = ByteCursor(word.start + 5..<word.end)
        guard visibility == nil, let high = scan.number(bytes, exactly: 4) else { return }
        visibility = Bounds(low: Double(word.number(at: 0, 4)), high: high == 9999 ? 10_000 : Double(high))
    }

    private mutating func add(_ miles: Mixed, place: String) {
        let meters = miles.value * Visibility.Unit.statuteMiles.meters
        rare.visibilities.append(Local(place: place, value: meters, isLess: miles.isLess))
    }

    private mutating func parseMinimum(_ rest: Tokens, in bytes: Span<UInt8>) {
        guard let group = rest.peek(bytes), group.count == 4, group.digits == 0b1111_0000 else { return }
        rare.minimumVisibility = group.number(at: 0, 4)
    }

    /// Reads two visibilities with a separator, which blanks may surround.
    private mutating func parseRange(
        _ tokens: inout Tokens, from start: Int, separator: Unicode.Scalar, in bytes: Span<UInt8>
    ) {
        var scan = ByteCursor(start..<tokens.end)
        scan.skipBlanks(bytes)
        guard visibility == nil, let low = Remarks.mixed(&scan, in: bytes) else { return }
        scan.skipBlanks(bytes)
        guard scan.consume(separator, in: bytes) else { return }
        scan.skipBlanks(bytes)
        guard let high = Remarks.mixed(&scan, in: bytes), scan.isAtWordEnd(bytes) else { return }
        tokens.offset = scan.at
        let mile = Visibility.Unit.statuteMiles.meters
        visibility = Bounds(low: low.value * mile, high: high.value * mile)
        if low.isLess { rare.isVisibilityLess = true }
    }

    /// Reads what follows `CIG`: `008V013`, `VRB 5 - 11` or `002 RWY11`, in hundreds of feet.
    mutating func parseCeiling(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var scan = ByteCursor(tokens.offset..<tokens.end)
        scan.skipBlanks(bytes)
        let isVariable = scan.consume(letters: "VRB ", in: bytes)
        scan.skipBlanks(bytes)
        let low = scan.number(bytes, upTo: 3)
        guard low.count == 3 || isVariable && low.count > 0 else { return }
        if isVariable { scan.skipBlanks(bytes) }
        guard scan.consume(isVariable ? "-" : "V", in: bytes) else {
            return scan.isAtWordEnd(bytes) ? addCeiling(low.value, &tokens, from: scan.at, in: bytes) : ()
        }
        scan.skipBlanks(bytes)
        let high = scan.number(bytes, upTo: 3)
        guard high.count == 3 || isVariable && high.count > 0, scan.isAtWordEnd(bytes, allowing: .comma)
        else { return }
        tokens.offset = scan.at
        ceiling = Bounds(low: Double(low.value * 100), high: Double(high.value * 100))
    }

    private mutating func addCeiling(
        _ hundreds: Int, _ tokens: inout Tokens, from offset: Int, in bytes: Span<UInt8>
    ) {
        var rest = Tokens(offset..<tokens.end)
        guard let place = Remarks.place(&rest, in: bytes) else { return }
        tokens = rest
        rare.ceilings.append(Local(place: place, value: Double(hundreds * 100), isLess: false))
    }

    /// Reads a runway, such as `RWY11`, or directions.
    private static func place(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> String? {
        guard let token = tokens.next(bytes),
            token.begins("RWY") && token.digits & 0b0001_0000 != 0 || isDirection(token, in: bytes)
        else { return nil }
        return token.text(bytes)
    }

    /// Reads what follows `GR`: `1 3/4` or `LESS THAN 1/4`, the diameter of the largest hailstone in inches.
    ///
    /// Source: FMH-1 12.7.1.m.
    mutating func parseHail(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        var ahead = tokens
        let isLess = ahead.next(bytes)?.is("LESS") ?? false && ahead.next(bytes)?.is("THAN") ?? false
        var scan = ByteCursor((isLess ? ahead.offset : tokens.offset)..<tokens.end)
        scan.skipBlanks(bytes)
        guard let inches = Remarks.mixed(&scan, in: bytes), scan.isAtWordEnd(bytes), inches.value <= 10 else {
            return
        }
        tokens.offset = scan.at
        rare[.hailSize] = inches.value * Factor.inch
        rare.isHailLess = isLess || inches.isLess
    }

    /// Reads `2`, `1/2`, `2 1/2` or `M1/4`.
    private static func mixed(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Mixed? {
        let isLess = scan.consume("M", in: bytes)
        let above = scan.number(bytes, upTo: 2)
        guard above.count > 0 else { return nil }
        guard scan.consume("/", in: bytes) else {
            let part = fraction(&scan, in: bytes) ?? 0
            return Mixed(value: Double(above.value) + part, isLess: isLess)
        }
        let below = scan.number(bytes, upTo: 2)
        guard below.value > 0 else { return nil }
        return Mixed(value: Double(above.value) / Double(below.value), isLess: isLess)
    }

    /// Reads a fraction in the next word, unless it is another group, such as a snow depth `4/012`.
    private static func fraction(_ scan: inout ByteCursor, in bytes: Span<UInt8>) -> Double? {
        guard scan.isAtWordEnd(bytes) else { return nil }
        var ahead = scan
        ahead.skipBlanks(bytes)
        let above = ahead.number(bytes, upTo: 2)
        guard above.count > 0, ahead.consume("/", in: bytes) else { return nil }
        let below = ahead.number(bytes, upTo: 2)
        guard below.value > above.value, !ahead.peek(bytes).isDigit else { return nil }
        scan = ahead
        return Double(above.value) / Double(below.value)
    }
}

extension ByteCursor {
    /// Consumes blanks.
    fileprivate mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while at < end, bytes[at] <= .space { at += 1 }
    }

    /// Whether a word ends here, or another byte that may follow it.
    fileprivate func isAtWordEnd(_ bytes: Span<UInt8>, allowing other: UInt8 = .space) -> Bool {
        isAtEnd || bytes[at] <= .space || bytes[at] == other
    }
}
