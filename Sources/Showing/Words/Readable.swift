/// Returns the name of a member as text: `OrganisationName` is `Organisation name`, `sat_math_avg_score` is
/// `Sat math avg score`, `IFR` is unchanged.
public func readable(_ name: String) -> String {
    var words = split(name)
    guard !words.isEmpty else { return visible(name) }
    for index in words.indices where index > 0 && !isShouted(words[index]) {
        words[index] = words[index].lowercased()
    }
    words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
    return visible(words.joined(separator: " "))
}

/// Splits a name at `_`, `-`, spaces, and between a lower-case and an upper-case letter.
private func split(_ name: String) -> [String] {
    var words = [String]()
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
        let isBreak = "_- ".contains(character)
        let follows = index > 0 && characters[index - 1].isLowercase && character.isUppercase
        let leads =
            index > 0 && index + 1 < characters.count && characters[index - 1].isUppercase
            && character.isUppercase && characters[index + 1].isLowercase
        if isBreak || follows || leads, !word.isEmpty {
            words.append(word)
            word = ""
        }
        if !isBreak { word.append(character) }
    }
    return word.isEmpty ? words : words + [word]
}

private func isShouted(_ word: String) -> Bool {
    word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber }
}
