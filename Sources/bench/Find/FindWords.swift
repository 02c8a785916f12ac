/// Words of which the names of made-up places are made.
enum FindWords {
    /// All of them; names that begin alike are among them, and none that is found everywhere.
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
