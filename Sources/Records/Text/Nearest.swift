extension Sequence<String> {
    /// Returns the names that a user probably meant: the one that differs only in case; or else those with
    /// the fewest typing errors, of which a transposition of two letters is the likeliest; or else those that
    /// begin with the text.
    ///
    /// A text of up to four letters may have one error, a longer one two.
    ///
    /// - Parameters:
    ///   - text: The text that was written.
    ///   - limit: The maximum number of names.
    /// - Returns: The names, all equally near, in their order; none if no name is near.
    package nonisolated func nearest(to text: String, limit: Int) -> [String] {
        let written = Array(text)
        let most = written.count <= 4 ? 1 : 2
        var least = TypingErrors.each * most
        var found: [String] = []
        var longer: [String] = []
        for name in self {
            if isSame(name, text) { return [name] }
            let letters = Array(name)
            if written.count > 2, longer.count < limit, letters.starts(with: written) { longer.append(name) }
            guard abs(letters.count - written.count) <= most, written.count > 1 else { continue }
            let cost = TypingErrors.cost(from: letters, to: written)
            guard cost <= least else { continue }
            if cost < least { found = [] }
            least = cost
            if found.count < limit { found.append(name) }
        }
        return found.isEmpty ? longer : found
    }

    /// Returns the name that a user probably meant, the first of several; `nil` if no name is near.
    package nonisolated func nearest(to text: String) -> String? { nearest(to: text, limit: 1).first }

    /// Returns the end of a message about an unknown name: `; did you mean KPWM?`; empty if no name is near.
    package nonisolated func suggestion(for text: String) -> String {
        nearest(to: text, limit: 3).suggestion
    }
}

extension [String] {
    /// These names as the end of a message about an unknown one: `; did you mean a, b or c?`; empty without
    /// any.
    package nonisolated var suggestion: String {
        guard let last else { return "" }
        let others = dropLast().joined(separator: ", ")
        return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }
}

private nonisolated func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { $0.lowercased == $1.lowercased }
}

/// The typing errors between two texts.
///
/// Source: G. A. Damerau, "A technique for computer detection and correction of spelling errors", 1964; the
/// optimal string alignment, in which no letter is part of two errors.
private nonisolated enum TypingErrors {
    /// The cost of a letter that is missing, superfluous or another one.
    static let each = 4
    /// The cost of two letters in the wrong order.
    static let transposition = 3

    /// Returns the sum of the costs of the errors that turn one text into the other.
    static func cost(from: [Character], to target: [Character]) -> Int {
        var before: [Int] = []
        var row = Array(stride(from: 0, through: target.count * each, by: each))
        for (index, letter) in from.enumerated() {
            var next = [(index + 1) * each]
            for column in target.indices {
                let replaced = row[column] + (letter == target[column] ? 0 : each)
                var least = min(replaced, row[column + 1] + each, next[column] + each)
                if index > 0, column > 0, letter == target[column - 1], from[index - 1] == target[column] {
                    least = min(least, before[column - 1] + transposition)
                }
                next.append(least)
            }
            before = row
            row = next
        }
        return row[target.count]
    }
}
