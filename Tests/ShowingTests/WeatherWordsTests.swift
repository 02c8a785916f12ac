import Showing
import Testing

@Suite struct WeatherWordsTests {
    @Test(arguments: [
        ("-RA", "light rain"), ("+TSRA", "heavy thunderstorm with rain"), ("BR", "mist"),
        ("VCTS", "thunderstorm nearby"),
        ("-SHRASN", "light rain and snow showers"), ("BCFG", "fog patches"), ("FZFG", "freezing fog"),
        ("+FC", "tornado"), ("BLSN", "blowing snow"), ("VCFG", "fog nearby"), ("TS", "thunderstorm"),
        ("SH", "showers"),
        ("XX", "XX"), ("", ""), ("-", "-"), ("//", "//"),
    ])
    func `weather groups are written in words`(_ group: String, _ words: String) {
        #expect(weatherWords(group) == words)
    }
}
