/// The sets of scalars in a pattern.
enum PatternClass {
    /// Reads `[…]` behind its bracket.
    static func read(_ scalars: [Unicode.Scalar], _ at: inout Int, _ ignoresCase: Bool) throws(PatternError)
        -> PatternStep
    {
        let start = at
        let isNegated = at < scalars.count && scalars[at] == "^"
        if isNegated { at += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while at < scalars.count, scalars[at] != "]" || ranges.isEmpty {
            ranges += try part(scalars, &at, ignoresCase)
        }
        guard at < scalars.count else { throw PatternError(reason: "a set is not closed", offset: start) }
        at += 1
        return .take(ranges, isNegated: isNegated)
    }

    /// What a letter behind a backslash stands for.
    static func escape(_ scalar: Unicode.Scalar, _ at: Int) throws(PatternError) -> PatternStep {
        switch scalar {
        case "d", "w", "s": .take(named(scalar), isNegated: false)
        case "D": .take(named("d"), isNegated: true)
        case "W": .take(named("w"), isNegated: true)
        case "S": .take(named("s"), isNegated: true)
        default: .take([try single(scalar, at)], isNegated: false)
        }
    }

    /// A range, with the letters of the other case when case does not count.
    static func cased(_ range: ClosedRange<UInt32>, _ ignoresCase: Bool) -> [ClosedRange<UInt32>] {
        guard ignoresCase else { return [range] }
        let capitals = range.clamped(to: 0x41...0x5A)
        let small = range.clamped(to: 0x61...0x7A)
        var ranges = [range]
        if range.overlaps(0x41...0x5A) {
            ranges.append(capitals.lowerBound + 0x20...capitals.upperBound + 0x20)
        }
        if range.overlaps(0x61...0x7A) { ranges.append(small.lowerBound - 0x20...small.upperBound - 0x20) }
        return ranges
    }

    private static func named(_ scalar: Unicode.Scalar) -> [ClosedRange<UInt32>] {
        switch scalar {
        case "d": [0x30...0x39]
        case "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
        default: [0x09...0x0D, 0x20...0x20]
        }
    }

    private static func single(_ scalar: Unicode.Scalar, _ at: Int) throws(PatternError) -> ClosedRange<
        UInt32
    > {
        switch scalar {
        case "n": return 0x0A...0x0A
        case "r": return 0x0D...0x0D
        case "t": return 0x09...0x09
        case "0"..."9", "A"..."Z", "a"..."z":
            throw PatternError(reason: "\\\(scalar) is not known", offset: at)
        default: return scalar.value...scalar.value
        }
    }

    private static func part(_ scalars: [Unicode.Scalar], _ at: inout Int, _ ignoresCase: Bool)
        throws(PatternError) -> [ClosedRange<UInt32>]
    {
        if scalars[at] == "\\", at + 1 < scalars.count, "dws".unicodeScalars.contains(scalars[at + 1]) {
            at += 2
            return named(scalars[at - 1])
        }
        let low = try bound(scalars, &at)
        guard at + 1 < scalars.count, scalars[at] == "-", scalars[at + 1] != "]" else {
            return cased(low...low, ignoresCase)
        }
        at += 1
        let high = try bound(scalars, &at)
        guard low <= high else { throw PatternError(reason: "a range is the wrong way round", offset: at) }
        return cased(low...high, ignoresCase)
    }

    private static func bound(_ scalars: [Unicode.Scalar], _ at: inout Int) throws(PatternError) -> UInt32 {
        defer { at += 1 }
        guard scalars[at] == "\\", at + 1 < scalars.count else { return scalars[at].value }
        at += 1
        return try single(scalars[at], at).lowerBound
    }
}
