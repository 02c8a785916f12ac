/// The words of the names of generated places.
enum FindWords {
    /// All words; some share a prefix, and none occurs everywhere.
    static let all: [String] = {
        let (first, last) = (
            ["Kent", "Royal", "Victor", "Queen", "Elisa", "Ash", "Cottage", "Bright", "Mary", "George"],
            [
                "", "ton", "ford", "field", "bridge", "hill", "wood", "stone", "mouth", "ham", "borough",
                "port",
            ]
        )
        return first.flatMap { begin in last.map { begin + $0 } }
    }()
}
