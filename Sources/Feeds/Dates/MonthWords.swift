import Records

/// The names of months in the languages that feeds use.
///
/// Source: Unicode CLDR, gregorian calendar, abbreviated and wide names: English, German, Dutch, Swedish, Danish,
/// Norwegian, French, Spanish, Italian, Portuguese, Romanian, Polish, Czech, Finnish, Hungarian, Turkish, Russian
/// and Ukrainian.
enum MonthWords {
    /// Returns the month from 1 that a word names, by the longest beginning that is known; `nil` if it names none.
    static func month(_ word: String) -> Int? {
        let word = word.lowercased()
        return beginnings.filter { word.hasPrefix($0.text) }.max { $0.text.count < $1.text.count }?.month
    }

    private static let beginnings: [(text: String, month: Int)] = names.enumerated().flatMap { month, names in
        names.split(separator: " ").map { (String($0), month + 1) }
    }

    /// The beginnings of the names of each month, in lower case.
    private static let names = [
        "jan ene gen ian janv sty led tammi oca янв січ",
        "feb fev fév fév févr lut úno helmi şub фев лют",
        "mar mär maa mrt mars már bře maalis мар бер",
        "apr abr avr ápr kwi dub huhti nis апр кві",
        "may mai maj mei mag máj kvě touko май мая тра",
        "jun jún juin giu iun cze čvn červen června kesä haz июн чер",
        "jul júl juil lug iul lip čvc červenec července heinä tem июл лип",
        "aug aoû ago sie srp elo ağu авг сер",
        "sep set sept szep wrz zář syys eyl сен вер",
        "oct okt out ott paź paz říj loka eki окт жов",
        "nov noi lis marras kas ноя лис",
        "dec dez des dic déc gru pro joulu ara дек гру",
    ]
}
