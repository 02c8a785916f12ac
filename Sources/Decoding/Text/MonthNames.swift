/// The names of months in the languages of feeds and data.
///
/// Source: Unicode CLDR, gregorian calendar, abbreviated and wide names: English, German, Dutch, Swedish,
/// Danish, Norwegian, French, Spanish, Italian, Portuguese, Romanian, Polish, Czech, Finnish, Hungarian,
/// Turkish, Russian and Ukrainian; Croatian only where its names are not those of other months in Czech or
/// Polish.
package enum MonthNames {
    /// Returns the month, 1...12, that a word names by its longest known beginning; `nil` if it names none.
    package static func month(_ word: String) -> Int? {
        let word = word.lowercased()
        return beginnings.first { word.hasPrefix($0.text) }?.month
    }

    /// The beginnings of all names, the longest first.
    private static let beginnings: [(text: String, month: Int)] = names.enumerated()
        .flatMap { month, names in names.split(separator: " ").map { (String($0), month + 1) } }
        .sorted { $0.0.count > $1.0.count }

    /// The beginnings of the names of each month, in lower case.
    private static let names = [
        "jan ene gen ian janv sty led tammi oca янв січ",
        "feb fev fév févr lut úno helmi şub фев лют",
        "mar mär maa mrt mrz mars már bře maalis мар бер",
        "apr abr avr ápr kwi dub huhti nis апр кві",
        "may mai maj mei mag máj kvě touko май мая тра",
        "jun jún lipn juin giu iun cze čvn červen června kesä haz июн чер",
        "jul júl srpnj juil lug iul lip čvc červenec července heinä tem июл лип",
        "aug aoû aou ago sie srp elo ağu авг сер",
        "sep set sept szep wrz zář syys eyl сен вер",
        "oct okt out ott paź paz říj loka eki окт жов",
        "nov noi lis marras kas ноя лис",
        "dec dez des dic déc gru pro joulu ara дек гру",
    ]
}
