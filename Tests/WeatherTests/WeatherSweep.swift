/// Forms of groups that are combined with each other: correct, mistyped, impossible and missing ones.
enum WeatherSweep {
    /// The words of changes.
    static let changes = [
        "TEMPO", "BECMG", "INTER", "PROB30", "PROB40 TEMPO", "PROB 30", "PROB30TEMPO", "TEMPO PROB30",
        "TEMP0",
        "TEMP", "TMPO", "BCMG", "BECMC", "PROB", "PROB3O",
    ]
    /// The periods of changes, none of which ends within six hours before 2812.
    static let periods = [
        "", "2818/2820", "2818/2899", "2899/2918", "3218/3220", "2820/2818", "2718/2720", "3018/3020",
        "2818-2820", "2818 2820", "2818/ 2820", "2818 /2820", "2818/28 20", "28182820", "2818", "281800",
        "2818/", "/2820", "2818//2820", "2818\\2820", "2818.2820", "18/20", "1820", "281800/282000",
        "2818Z/2820Z", "28l8/2820", "2818/282O", "AT2818", "TL2820", "FM2818", "FM281800", "BTN 2818/2820",
        "UNTIL 2820", "281/2820", "2818/20", "18/2820", "XX/XX", "////", "2818/29", "28/18", "ABC",
    ]
    /// The times of FM.
    static let starts = [
        "FM281600", "FM281660", "FM2816", "FM28", "FM 2816", "FM28 1600", "FM28160", "FM2816000", "FM28l600",
        "FM281600Z", "FM2816Z", "FM321600", "FM282500", "FM301600", "FMXX1600", "FROM281600", "FM28/1600",
        "FM-281600", "F M281600", "FM2816/2820", "",
    ]
    /// Groups that state no ceiling, or an unknown one.
    static let skies = [
        "", "//////", "/////////", "BKN///", "OVC///", "BKN//", "OVC/", "BKN", "OVC", "VV///", "VV//", "VV/",
        "VV",
        "X", "-X", "SKY OBSC", "OBSC", "OVC04", "BKN4", "OVC0045", "OVC002V006", "BKNOO4", "OVCO04",
        "OVC O04",
        "BKN ///", "///004", "///CB", "//////CB", "//////TCU", "SCTO3O", "BRKN010", "BK010",
        "OVC004/X", "0VC004", "OVC-004", "OVC004-", "OVCXXX", "QXZ", "OVERCAST", "CIG004", "SCT0///", "CLRR",
        "NSCX", "CAVOX", "ST004",
    ]
    /// The words that begin a trend of a METAR, and its periods.
    static let trends = ["TEMPO", "BECMG", "INTER", "PROB30", "TEMP0", "TEMP", "BCMG", "FM1630", "FM 1630"]
    static let trendPeriods = [
        "", "FM1630", "FM 1630", "TL1700", "1618", "1630/1700", "2816/2818", "2816-2818",
    ]
}
