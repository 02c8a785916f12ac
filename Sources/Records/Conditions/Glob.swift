/// A shell pattern: `*` matches any text, including `/`; `?` matches one character; `[a-z]` and `[!a-z]`
/// match one byte of a set; `\` escapes the next character.
public struct Glob: Hashable, Sendable {
    private enum Token: Hashable {
        case anything
        case character
        case byte(UInt8)
        case oneOf([ClosedRange<UInt8>], isNegated: Bool)
    }

    private let tokens: [Token]
    private let ignoresCase: Bool

    /// Parses a pattern; every text is a valid one: characters without a special meaning match themselves.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - ignoringCase: Whether ASCII letters match in either case.
    public init(_ text: some StringProtocol, ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
        let bytes = text.utf8.map { ignoringCase ? $0.lowercased : $0 }
        var found: [Token] = []
        var at = 0
        while at < bytes.count { found.append(Glob.token(bytes, at: &at)) }
        tokens = found
    }

    /// The only text that the pattern matches; `nil` if it may match several.
    public var literal: String? {
        guard !ignoresCase else { return nil }
        var bytes: [UInt8] = []
        for token in tokens {
            guard case .byte(let byte) = token else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the pattern matches the whole text.
    ///
    /// - Complexity: O(n · m) in the worst case, for every pattern.
    public func matches(_ text: some StringProtocol) -> Bool { matches(Array(text.utf8).span) }

    /// Whether the pattern matches the whole text in UTF-8.
    public func matches(_ text: Span<UInt8>) -> Bool {
        var at = 0
        var token = 0
        var star: (token: Int, at: Int)?
        while at < text.count {
            if token < tokens.count, tokens[token] == .anything {
                star = (token, at)
                token += 1
            } else if token < tokens.count, let next = step(tokens[token], in: text, at: at) {
                at = next
                token += 1
            } else if let last = star {
                star = (last.token, last.at + 1)
                at = last.at + 1
                token = last.token + 1
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anything }
    }

    /// Returns the offset after the bytes that the token matches; `nil` if it does not match.
    private func step(_ token: Token, in text: Span<UInt8>, at: Int) -> Int? {
        let byte = ignoresCase ? text[at].lowercased : text[at]
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

    private static func token(_ bytes: [UInt8], at: inout Int) -> Token {
        defer { at += 1 }
        switch bytes[at] {
        case .asterisk: return .anything
        case .questionMark: return .character
        case .backslash where at + 1 < bytes.count: at += 1
        case .leftBracket: if let set = set(bytes, at: &at) { return set }
        default: break
        }
        return .byte(bytes[at])
    }

    /// Parses `[…]` and stops at its end; `nil` if the bracket is not closed and therefore matches itself.
    private static func set(_ bytes: [UInt8], at: inout Int) -> Token? {
        var next = at + 1
        let isNegated = next < bytes.count && (bytes[next] == .exclamationMark || bytes[next] == .caret)
        if isNegated { next += 1 }
        var ranges: [ClosedRange<UInt8>] = []
        while next < bytes.count, bytes[next] != .rightBracket || ranges.isEmpty {
            let low = bytes[next]
            if next + 2 < bytes.count, bytes[next + 1] == .hyphen, bytes[next + 2] != .rightBracket {
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
