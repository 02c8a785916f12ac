import Records

/// A compiler from the text of a pattern to its program.
struct PatternCompiler {
    private static let maximumSize = 4096
    private static let maximumDepth = 64
    private static let longestBounds = 16
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private var ignoresCase = false

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func compile() throws(PatternError) -> [PatternStep] {
        if scalars.starts(with: "(?i)".unicodeScalars) {
            ignoresCase = true
            at = 4
        }
        let program = try alternatives() + [.match]
        guard at == scalars.count else { throw fault("a group is closed that was not opened") }
        // The ranges of a set are compared one by one.
        let size = program.reduce(0) {
            if case .take(let ranges, _) = $1 { $0 + ranges.count } else { $0 + 1 }
        }
        guard size <= PatternCompiler.maximumSize else { throw fault("it is too large") }
        return program
    }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private func fault(_ reason: String) -> PatternError { PatternError(reason: reason, offset: at) }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func alternatives() throws(PatternError) -> [PatternStep] {
        var program = try sequence()
        while consume("|") {
            let other = try sequence()
            let first = [.split(1, program.count + 2)] + shifted(program, offset: 1)
            program = first + [.jump(first.count + 1 + other.count)] + shifted(other, offset: first.count + 1)
            try check(program)
        }
        return program
    }

    private mutating func sequence() throws(PatternError) -> [PatternStep] {
        var program: [PatternStep] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let part = try repeated(try atom(scalar))
            program += shifted(part, offset: program.count)
            try check(program)
        }
        return program
    }

    private func check(_ program: [PatternStep]) throws(PatternError) {
        if program.count > PatternCompiler.maximumSize { throw fault("it is too large") }
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternError) -> [PatternStep] {
        at += 1
        switch scalar {
        case "(": return try group()
        case "[": return [try PatternClass.read(scalars, at: &at, ignoresCase: ignoresCase)]
        case ".": return [.take([10...10], isNegated: true)]
        case "^": return [.atStart]
        case "$": return [.atEnd]
        case "*", "+", "?": throw fault("there is nothing to repeat")
        case "\\":
            guard let escaped = next else { throw fault("nothing follows the backslash") }
            at += 1
            return [try PatternClass.escape(escaped, at: at)]
        default:
            return [
                .take(
                    PatternClass.cased(scalar.value...scalar.value, ignoresCase: ignoresCase),
                    isNegated: false)
            ]
        }
    }

    private mutating func group() throws(PatternError) -> [PatternStep] {
        if consume("?"), !consume(":") { throw fault("only (?:…) is known") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternCompiler.maximumDepth else { throw fault("groups are nested too deeply") }
        let program = try alternatives()
        guard consume(")") else { throw fault("a group is not closed") }
        return program
    }

    private mutating func repeated(_ atom: [PatternStep]) throws(PatternError) -> [PatternStep] {
        var program = atom
        while let scalar = next {
            switch scalar {
            case "*": program = PatternCompiler.star(program)
            case "+": program = program + shifted(PatternCompiler.star(program), offset: program.count)
            case "?": program = PatternCompiler.optional(program)
            case "{":
                guard let bounds = bounds() else { return program }
                program = try times(program, least: bounds.0, most: bounds.1)
                continue
            default: return program
            }
            at += 1
            try check(program)
        }
        return program
    }

    private static func star(_ program: [PatternStep]) -> [PatternStep] {
        [.split(1, program.count + 2)] + moved(program, offset: 1) + [.jump(0)]
    }

    private static func optional(_ program: [PatternStep]) -> [PatternStep] {
        [.split(1, program.count + 1)] + moved(program, offset: 1)
    }

    private func times(_ program: [PatternStep], least: Int, most: Int?) throws(PatternError)
        -> [PatternStep]
    {
        guard least <= 1000, (most ?? least) <= 1000, most.map({ $0 >= least }) ?? true else {
            throw fault("a repetition count is out of range")
        }
        var parts = [[PatternStep]](repeating: program, count: least)
        if let most {
            parts += [[PatternStep]](repeating: PatternCompiler.optional(program), count: most - least)
        } else {
            parts.append(PatternCompiler.star(program))
        }
        guard parts.count * (program.count + 2) <= PatternCompiler.maximumSize else {
            throw fault("it is too large")
        }
        return parts.reduce(into: []) { $0 += PatternCompiler.moved($1, offset: $0.count) }
    }

    /// Parses `{m}`, `{m,}` or `{m,n}`; `nil` if the brace matches itself.
    private mutating func bounds() -> (Int, Int?)? {
        // No bounds are longer; without a limit each of many braces would search the rest of the pattern.
        let rest = scalars[at..<min(at + PatternCompiler.longestBounds, scalars.count)]
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[at + 1..<end]))
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let least = parts.first.flatMap({ Int($0) }), least >= 0 else { return nil }
        var most: Int? = least
        if parts.count == 2 {
            most = Int(parts[1])
            if most == nil, !parts[1].isEmpty { return nil }
        }
        at = end + 1
        return (least, most)
    }

    private func shifted(_ program: [PatternStep], offset: Int) -> [PatternStep] {
        PatternCompiler.moved(program, offset: offset)
    }

    private static func moved(_ program: [PatternStep], offset: Int) -> [PatternStep] {
        program.map { step in
            switch step {
            case .split(let first, let second): .split(first + offset, second + offset)
            case .jump(let to): .jump(to + offset)
            default: step
            }
        }
    }
}
