import Records

/// Returns the state of a runway in words: `R24/490350` is `24: dry snow, 51 to 100 %, 3 mm, friction 0.50`;
/// an unknown group is returned unchanged.
///
/// Source: WMO-No. 306, FM 15, group RDRDR/ERCReReRBRBR, code tables 0919, 0519, 1079 and 0366, and the form
/// of eight digits before 2004.
func runwayStateWords(_ group: String) -> String {
    if group == "SNOCLO" || group == "R/SNOCLO" { return "aerodrome closed by snow" }
    guard let (runway, state) = parts(of: group), let words = stateWords(state) else { return group }
    return "\(runway): \(words)"
}

/// Returns the runway and the characters of its state; `nil` if the group has another form.
private func parts(of group: String) -> (runway: String, state: Substring)? {
    if group.first == "R", let slash = group.firstIndex(of: "/") {
        return (runway(group[..<slash].dropFirst()), group[group.index(after: slash)...])
    }
    guard group.utf8.count == 8 else { return nil }
    return (runway(group.prefix(2)), group.dropFirst(2))
}

/// Returns the name of a runway: 88 stands for all runways, 99 for a repetition of the last report, and 50 is
/// added to the number of a right one of two parallel runways.
private func runway(_ name: Substring) -> String {
    switch Int(name) {
    case 88?: "all runways"
    case 99?: "earlier report"
    case (51...86)?: "\(twoDigits((Int(name) ?? 0) - 50))R"
    default: String(name)
    }
}

private func stateWords(_ state: Substring) -> String? {
    if state == "SNOCLO" { return "closed by snow" }
    if state.hasPrefix("CLRD") {
        return (["cleared"] + [friction(state.dropFirst(4))].compactMap(\.self)).joined(separator: ", ")
    }
    guard state.utf8.count == 6 else { return nil }
    let characters = Array(state)
    let words = [
        deposits[characters[0]], extents[characters[1]], depth(String(characters[2...3])),
        friction(state.dropFirst(4)),
    ]
    return words.allSatisfy { $0 == nil } ? "not reported" : words.compactMap(\.self).joined(separator: ", ")
}

private func depth(_ digits: String) -> String? {
    switch Int(digits) {
    case 0?: "less than 1 mm"
    case let depth? where depth <= 90: "\(depth) mm"
    case let depth? where (92...97).contains(depth): "\((depth - 90) * 5) cm"
    case 98?: "40 cm or more"
    case 99?: "not in operation"
    default: nil
    }
}

private func friction(_ digits: Substring) -> String? {
    switch Int(digits) {
    case let hundredths? where hundredths <= 90: "friction 0.\(twoDigits(hundredths))"
    case 91?: "braking action poor"
    case 92?: "braking action medium to poor"
    case 93?: "braking action medium"
    case 94?: "braking action medium to good"
    case 95?: "braking action good"
    case 99?: "friction unreliable"
    default: nil
    }
}

private let deposits: [Character: String] = [
    "0": "clear and dry", "1": "damp", "2": "wet or water patches", "3": "rime or frost", "4": "dry snow",
    "5": "wet snow", "6": "slush", "7": "ice", "8": "compacted snow", "9": "frozen ruts or ridges",
]

private let extents: [Character: String] = [
    "1": "10 % or less", "2": "11 to 25 %", "5": "26 to 50 %", "9": "51 to 100 %",
]
