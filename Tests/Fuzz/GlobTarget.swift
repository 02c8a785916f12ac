import Decoding
import Records

/// Globs and the regular expressions of `Match=`; a NUL separates the pattern from the text.
enum GlobTarget {
    static func run(_ input: FuzzInput) {
        let (first, second) = input.halves
        let (pattern, text) = (
            String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self)
        )
        input.choice(of: [globs, expressions])(pattern, text)
    }

    private static func globs(_ pattern: String, _ text: String) {
        let isMatch = Glob(pattern).matches(text)
        if isMatch {
            require(Glob("*" + pattern).matches("x" + text), "a star matches what stands before")
            require(
                Glob(pattern + "*").matches(text + "y") || pattern.hasSuffix("\\") || text.isEmpty,
                "a star matches what follows")
        }
        _ = Glob(pattern, ignoringCase: true).matches(text)
        let escaped = text.utf8.flatMap { $0 < 0x80 ? [UInt8(ascii: "\\"), $0] : [$0] }
        require(
            Glob(String(decoding: escaped, as: UTF8.self)).matches(text), "an escaped text matches itself")
    }

    private static func expressions(_ pattern: String, _ text: String) {
        // An invalid expression is refused, which is all that is required.
        guard let expression = try? Pattern(pattern) else { return }
        let isMatch = expression.matches(text)
        guard !pattern.hasPrefix("(?i)"), let either = try? Pattern("(?:\(pattern))|(?:\(pattern))") else {
            return
        }
        require(either.matches(text) == isMatch, "an alternative of equals matches the same")
    }
}
