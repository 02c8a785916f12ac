import Records

/// Sets of scalars in a pattern.
enum PatternClass {
    /// Parses `[…]` after its opening bracket.
    static func read(_ scalars: [Unicode.Scalar], at: inout Int, ignoresCase: Bool) throws(PatternError)
        -> PatternStep
    {
        let start = at
        let isNegated = at < scalars.count && scalars[at] == "^"
        if isNegated { at += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while at < scalars.count, scalars[at] != "]" || ranges.isEmpty {
            ranges += try part(scalars, at: &at, ignoresCase: ignoresCase)
        }
        guard at < scalars.count else { throw PatternError(reason: "a set is not closed", offset: start) }
        at += 1
        return .take(ranges, isNegated: isNegated)
    }

    /// Returns the meaning of a letter after a backslash.
    static func escape(_ scalar: Unicode.Scalar, at: Int) throws(PatternError) -> PatternStep {
        switch scalar {
        case "d", "w", "s": .take(named(scalar), isNegated: false)
        case "D": .take(named("d"), isNegated: true)
        case "W": .take(named("w"), isNegated: true)
        case "S": .take(named("s"), isNegated: true)
        default: .take([try single(scalar, at: at)], isNegated: false)
        }
    }

    /// Returns a range, with the letters of the other case if case is ignored.
    static func cased(_ range: ClosedRange<UInt32>, ignoresCase: Bool) -> [ClosedRange<UInt32>] {
        guard ignoresCase else { return [range] }
        let caseBit = UInt32(UInt8.caseBit)
        var ranges = [range]
        if range.overlaps(uppercase) {
            let letters = range.clamped(to: uppercase)
            ranges.append(letters.lowerBound | caseBit...letters.upperBound | caseBit)
        }
        if range.overlaps(lowercase) {
            let letters = range.clamped(to: lowercase)
            ranges.append(letters.lowerBound & ~caseBit...letters.upperBound & ~caseBit)
        }
        return ranges
    }

    private static func named(_ scalar: Unicode.Scalar) -> [ClosedRange<UInt32>] {
        switch scalar {
        case "d": [digits]
        case "w": [digits, uppercase, characters(from: "_", to: "_"), lowercase]
        default: [characters(from: "\t", to: "\r"), characters(from: " ", to: " ")]
        }
    }

    private static let digits = characters(from: "0", to: "9")
    private static let uppercase = characters(from: "A", to: "Z")
    private static let lowercase = characters(from: "a", to: "z")

    private static func characters(from first: Unicode.Scalar, to last: Unicode.Scalar) -> ClosedRange<UInt32>
    {
        first.value...last.value
    }

    private static func single(_ scalar: Unicode.Scalar, at: Int) throws(PatternError) -> ClosedRange<
        UInt32
    > {
        switch scalar {
        case "n": return characters(from: "\n", to: "\n")
        case "r": return characters(from: "\r", to: "\r")
        case "t": return characters(from: "\t", to: "\t")
        case "0"..."9", "A"..."Z", "a"..."z":
            throw PatternError(reason: "\\\(scalar) is not known", offset: at)
        default: return scalar.value...scalar.value
        }
    }

    private static func part(_ scalars: [Unicode.Scalar], at: inout Int, ignoresCase: Bool)
        throws(PatternError) -> [ClosedRange<UInt32>]
    {
        if scalars[at] == "\\", at + 1 < scalars.count, "dws".unicodeScalars.contains(scalars[at + 1]) {
            at += 2
            return named(scalars[at - 1])
        }
        let low = try bound(scalars, at: &at)
        guard at + 1 < scalars.count, scalars[at] == "-", scalars[at + 1] != "]" else {
            return cased(low...low, ignoresCase: ignoresCase)
        }
        at += 1
        let high = try bound(scalars, at: &at)
        guard low <= high else { throw PatternError(reason: "a range is the wrong way round", offset: at) }
        return cased(low...high, ignoresCase: ignoresCase)
    }

    private static func bound(_ scalars: [Unicode.Scalar], at: inout Int) throws(PatternError) -> UInt32 {
        defer { at += 1 }
        guard scalars[at] == "\\", at + 1 < scalars.count else { return scalars[at].value }
        at += 1
        return try single(scalars[at], at: at).lowerBound
    }
}
