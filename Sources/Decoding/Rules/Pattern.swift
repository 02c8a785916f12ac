/// A regular expression that takes linear time on any text, so that no pattern can stall a decoder.
///
/// Supports literals, `.`, classes `[a-z]` `[^…]` `\d \w \s` (ASCII) and `\D \W \S`, groups `(…)` `(?:…)`,
/// `|`, `* + ? {m} {m,} {m,n}`, anchors `^ $`, and a leading `(?i)` that ignores the case of ASCII letters.
/// Matches anywhere unless anchored. Groups are not captured, so there are no lazy quantifiers and no
/// back-references.
///
/// PCRE2 10.42 was measured and not used instead, because group members write patterns. With a match limit of
/// 100,000 it leaves `^(a+)+$` undecided for 30 `a` and a `b` after 6 ms, and misses after 13 ms that
/// `(a?){30}a{30}` matches 30 `a`; with a limit of 10,000,000 it still does, after 0.6 and 0.9 s. Here both
/// are decided, in 60 µs and 0.4 ms. On short values and ordinary patterns it is 5 to 40 times as fast,
/// 0.3 µs instead of 1 to 9 µs. Its compiler to machine code, faster still, fails in the service, which may
/// not write executable memory.
///
/// Source: Thompson's construction, run in lockstep (Cox, "Regular Expression Matching Can Be Simple And
/// Fast").
public struct Pattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as written in the definition.
    public let text: String
    let program: [PatternStep]

    /// Compiles a pattern.
    ///
    /// - Throws: `PatternError` if it is invalid or needs more than 4,096 steps or ranges.
    public init(_ text: String) throws(PatternError) {
        self.text = text
        var compiler = PatternCompiler(text)
        program = try compiler.compile()
    }

    /// The text of the pattern.
    public var description: String { text }

    /// Whether the pattern matches somewhere in a text.
    ///
    /// - Complexity: O(text · program).
    public func matches(_ text: String) -> Bool {
        var run = PatternRun(program)
        var isFirst = true
        for scalar in text.unicodeScalars {
            if run.startMatch(atStart: isFirst) { return true }
            run.step(scalar.value)
            isFirst = false
        }
        return run.startMatch(atStart: isFirst) || run.finish(atStart: isFirst)
    }
}

/// A step of a compiled pattern.
enum PatternStep: Hashable, Sendable {
    /// Consumes a scalar that is in the ranges, or in none of them.
    case take([ClosedRange<UInt32>], isNegated: Bool)
    /// Continues at both places.
    case split(Int, Int)
    case jump(Int)
    case atStart
    case atEnd
    case match
}

/// The set of places where the program can be at one point of the text.
private struct PatternRun {
    private let program: [PatternStep]
    private var places: [Int] = []
    private var seen: [Int]
    private var generation = 0
    private var hasMatched = false

    init(_ program: [PatternStep]) {
        self.program = program
        seen = [Int](repeating: 0, count: program.count)
    }

    /// Starts another match here in addition to those in progress; returns `true` if the pattern has matched.
    mutating func startMatch(atStart: Bool) -> Bool {
        if generation == 0 { generation = 1 }
        add(0, atStart: atStart, atEnd: false)
        return hasMatched
    }

    /// Consumes one scalar.
    mutating func step(_ scalar: UInt32) {
        let before = places
        places.removeAll(keepingCapacity: true)
        generation += 1
        for place in before {
            guard case .take(let ranges, let isNegated) = program[place] else { continue }
            if ranges.contains(where: { $0.contains(scalar) }) != isNegated {
                add(place + 1, atStart: false, atEnd: false)
            }
        }
    }

    /// Returns whether the pattern matches at the end of the text.
    mutating func finish(atStart: Bool) -> Bool {
        let before = places.filter { program[$0] == .atEnd }
        generation += 1
        for place in before + [0] { add(place, atStart: atStart, atEnd: true) }
        return hasMatched
    }

    /// Follows all steps that consume nothing, with a list instead of recursion so that no pattern can
    /// exhaust the stack.
    private mutating func add(_ place: Int, atStart: Bool, atEnd: Bool) {
        var open = [place]
        while let next = open.popLast() {
            guard seen[next] != generation else { continue }
            seen[next] = generation
            switch program[next] {
            case .jump(let to): open.append(to)
            case .split(let first, let second): open += [second, first]
            case .atStart: if atStart { open.append(next + 1) }
            case .atEnd:
                if atEnd { open.append(next + 1) } else { places.append(next) }
            case .match: hasMatched = true
            case .take: places.append(next)
            }
        }
    }
}
