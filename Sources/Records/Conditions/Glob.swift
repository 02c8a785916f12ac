/// A pattern of a shell's kind: `*` stands for anything, also `/`; `?` for one character; `[a-z]` and `[!a-z]`
/// for one byte of a set; `\` takes the next character as it is.
public struct Glob: Hashable, Sendable {
    private enum Token: Hashable {
        case anything
        case character
        case byte(UInt8)
        case oneOf([ClosedRange<UInt8>], isNegated: Bool)
    }

    private let tokens: [Token]
    private let ignoresCase: Bool

    /// Makes a pattern; every text is one: what is not special stands for itself.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - ignoringCase: Whether ASCII letters match in either case.
    public init(_ text: some StringProtocol, ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
        let bytes = text.utf8.map { ignoringCase ? Glob.folded($0) : $0 }
        var found: [Token] = []
        var at = 0
        while at < bytes.count { found.append(Glob.token(bytes, &at)) }
        tokens = found
    }

    /// Whether the whole text fits the pattern.
    ///
    /// - Complexity: O(n · m) at worst; no pattern makes it worse.
    public func matches(_ text: some StringProtocol) -> Bool { matches(Array(text.utf8).span) }

    /// Whether the whole text, UTF-8, fits the pattern.
    public func matches(_ text: Span<UInt8>) -> Bool {
        var (at, token) = (0, 0)
        var star: (token: Int, at: Int)?
        while at < text.count {
            if token < tokens.count, tokens[token] == .anything {
                star = (token, at)
                token += 1
            } else if token < tokens.count, let next = step(tokens[token], text, at) {
                (at, token) = (next, token + 1)
            } else if let last = star {
                star = (last.token, last.at + 1)
                (at, token) = (last.at + 1, last.token + 1)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anything }
    }

    /// Where the text goes on behind what the token takes; `nil` when it does not fit.
    private func step(_ token: Token, _ text: Span<UInt8>, _ at: Int) -> Int? {
        let byte = ignoresCase ? Glob.folded(text[at]) : text[at]
        switch token {
        case .anything: return nil
        case .byte(let wanted): return byte == wanted ? at + 1 : nil
        case .oneOf(let ranges, let isNegated):
            return ranges.contains { $0.contains(byte) } != isNegated ? at + 1 : nil
        case .character:
            var next = at + 1
            while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
            return next
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static func token(_ bytes: [UInt8], _ at: inout Int) -> Token {
        defer { at += 1 }
        switch bytes[at] {
        case 0x2A: return .anything
        case 0x3F: return .character
        case 0x5C where at + 1 < bytes.count: at += 1
        case 0x5B: if let set = set(bytes, &at) { return set }
        default: break
        }
        return .byte(bytes[at])
    }

    /// Reads `[…]` and stays at its end; `nil` when the bracket is not closed and stands for itself.
    private static func set(_ bytes: [UInt8], _ at: inout Int) -> Token? {
        var next = at + 1
        let isNegated = next < bytes.count && (bytes[next] == 0x21 || bytes[next] == 0x5E)
        if isNegated { next += 1 }
        var ranges: [ClosedRange<UInt8>] = []
        while next < bytes.count, bytes[next] != 0x5D || ranges.isEmpty {
            let low = bytes[next]
            if next + 2 < bytes.count, bytes[next + 1] == 0x2D, bytes[next + 2] != 0x5D {
                if low <= bytes[next + 2] { ranges.append(low...bytes[next + 2]) }
                next += 3
            } else {
                ranges.append(low...low)
                next += 1
            }
        }
        guard next < bytes.count else { return nil }
        at = next
        return .oneOf(ranges, isNegated: isNegated)
    }
}
