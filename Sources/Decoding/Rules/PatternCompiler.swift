/// Turns a pattern's text into its program.
struct PatternCompiler {
    private static let maximumSize = 4096
    private static let maximumDepth = 64
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
        return program
    }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private func fault(_ reason: String) -> PatternError { PatternError(reason: reason, offset: at) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func alternatives() throws(PatternError) -> [PatternStep] {
        var program = try sequence()
        while take("|") {
            let other = try sequence()
            let first = [.split(1, program.count + 2)] + shifted(program, 1)
            program = first + [.jump(first.count + 1 + other.count)] + shifted(other, first.count + 1)
            try check(program)
        }
        return program
    }

    private mutating func sequence() throws(PatternError) -> [PatternStep] {
        var program: [PatternStep] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let part = try repeated(try atom(scalar))
            program += shifted(part, program.count)
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
        case "[": return [try PatternClass.read(scalars, &at, ignoresCase)]
        case ".": return [.take([0x0A...0x0A], isNegated: true)]
        case "^": return [.atStart]
        case "$": return [.atEnd]
        case "*", "+", "?": throw fault("there is nothing to repeat")
        case "\\":
            guard let escaped = next else { throw fault("nothing follows the backslash") }
            at += 1
            return [try PatternClass.escape(escaped, at)]
        default:
            return [.take(PatternClass.cased(scalar.value...scalar.value, ignoresCase), isNegated: false)]
        }
    }

    private mutating func group() throws(PatternError) -> [PatternStep] {
        if take("?"), !take(":") { throw fault("only (?:…) is known") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternCompiler.maximumDepth else { throw fault("groups are nested too deep") }
        let program = try alternatives()
        guard take(")") else { throw fault("a group is not closed") }
        return program
    }

    private mutating func repeated(_ atom: [PatternStep]) throws(PatternError) -> [PatternStep] {
        var program = atom
        while let scalar = next {
            switch scalar {
            case "*": program = PatternCompiler.star(program)
            case "+": program = program + shifted(PatternCompiler.star(program), program.count)
            case "?": program = PatternCompiler.optional(program)
            case "{":
                guard let bounds = bounds() else { return program }
                program = try times(program, bounds.0, bounds.1)
                continue
            default: return program
            }
            at += 1
            try check(program)
        }
        return program
    }

    private static func star(_ program: [PatternStep]) -> [PatternStep] {
        [.split(1, program.count + 2)] + moved(program, 1) + [.jump(0)]
    }

    private static func optional(_ program: [PatternStep]) -> [PatternStep] {
        [.split(1, program.count + 1)] + moved(program, 1)
    }

    private func times(_ program: [PatternStep], _ least: Int, _ most: Int?) throws(PatternError)
        -> [PatternStep]
    {
        guard least <= 1000, (most ?? least) <= 1000, most.map({ $0 >= least }) ?? true else {
            throw fault("a repetition is out of range")
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
        return parts.reduce(into: []) { $0 += PatternCompiler.moved($1, $0.count) }
    }

    /// Reads `{m}`, `{m,}` or `{m,n}`; `nil` when the brace stands for itself.
    private mutating func bounds() -> (Int, Int?)? {
        guard let end = scalars[at...].firstIndex(of: "}") else { return nil }
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

    private func shifted(_ program: [PatternStep], _ offset: Int) -> [PatternStep] {
        PatternCompiler.moved(program, offset)
    }

    private static func moved(_ program: [PatternStep], _ offset: Int) -> [PatternStep] {
        program.map { step in
            switch step {
            case .split(let first, let second): .split(first + offset, second + offset)
            case .jump(let to): .jump(to + offset)
            default: step
            }
        }
    }
}
