/// A regular expression that takes linear time on any text: no pattern of a definition can stall a decoder.
///
/// Literals, `.`, classes `[a-z]` `[^…]` `\d \w \s` (ASCII) and their capitals, groups `(…)` `(?:…)`, `|`,
/// `* + ? {m} {m,} {m,n}`, anchors `^ $`, `(?i)` at the start for ASCII letters of either case. Matches anywhere
/// unless anchored. No groups are captured, so there are no lazy forms and no references.
///
/// Source: Thompson's construction, run in lockstep (Cox, "Regular Expression Matching Can Be Simple And Fast").
public struct Pattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it was written.
    public let text: String
    let program: [PatternStep]

    /// Reads a pattern.
    ///
    /// - Throws: When it breaks the rules, or needs more than 4,096 steps.
    public init(_ text: String) throws(PatternError) {
        self.text = text
        var compiler = PatternCompiler(text)
        program = try compiler.compile()
    }

    /// The text of the pattern.
    public var description: String { text }

    /// Whether the pattern fits somewhere in a text.
    ///
    /// - Complexity: O(text · program).
    public func matches(_ text: String) -> Bool {
        var run = PatternRun(program)
        var isFirst = true
        for scalar in text.unicodeScalars {
            if run.begin(atStart: isFirst) { return true }
            run.step(scalar.value)
            isFirst = false
        }
        return run.begin(atStart: isFirst) || run.end(atStart: isFirst)
    }
}

/// One step of a pattern's program.
enum PatternStep: Hashable, Sendable {
    /// Takes a scalar of the ranges, or of none of them.
    case take([ClosedRange<UInt32>], isNegated: Bool)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case atStart
    case atEnd
    case match
}

/// All places where a program can be at one point of the text.
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

    /// Starts anew here beside what is under way; `true` when the pattern has fitted.
    mutating func begin(atStart: Bool) -> Bool {
        if generation == 0 { generation = 1 }
        add(0, atStart: atStart, atEnd: false)
        return hasMatched
    }

    /// Takes one scalar.
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

    /// Whether the pattern fits now that the text ends.
    mutating func end(atStart: Bool) -> Bool {
        let before = places.filter { program[$0] == .atEnd }
        generation += 1
        for place in before + [0] { add(place, atStart: atStart, atEnd: true) }
        return hasMatched
    }

    /// Follows all steps that take nothing; by a list, so that no pattern can exhaust the stack.
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
