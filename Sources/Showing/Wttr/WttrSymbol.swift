/// A symbol for the weather, as wttr.in prints it.
///
/// Source: chubin/wttr.in, lib/constants.py: the names, emoji, plain symbols and widths.
enum WttrSymbol: Sendable, CaseIterable {
    case unknown
    case cloudy
    case fog
    case heavyRain
    case heavyShowers
    case heavySnow
    case heavySnowShowers
    case lightRain
    case lightShowers
    case lightSleet
    case lightSleetShowers
    case lightSnow
    case lightSnowShowers
    case partlyCloudy
    case sunny
    case thunderyHeavyRain
    case thunderyShowers
    case thunderySnowShowers
    case veryCloudy

    /// The emoji.
    var emoji: String {
        switch self {
        case .unknown: "✨"
        case .cloudy, .veryCloudy: "☁️"
        case .fog: "🌫"
        case .heavyRain, .heavyShowers, .lightSleet, .lightSleetShowers: "🌧"
        case .heavySnow, .heavySnowShowers: "❄️"
        case .lightRain, .lightShowers: "🌦"
        case .lightSnow, .lightSnowShowers: "🌨"
        case .partlyCloudy: "⛅️"
        case .sunny: "☀️"
        case .thunderyHeavyRain: "🌩"
        case .thunderyShowers, .thunderySnowShowers: "⛈"
        }
    }

    /// The emoji followed by the one or two spaces that make it three columns wide in VTE, which wttr.in
    /// prints for `%c`, too.
    var padded: String { emoji + (isWide ? " " : "  ") }

    /// Whether the emoji is two columns wide in terminals that use VTE.
    private var isWide: Bool {
        switch self {
        case .unknown, .fog, .lightSnow, .lightSnowShowers, .partlyCloudy, .thunderyHeavyRain: true
        default: false
        }
    }

    /// The symbol in ASCII.
    var plain: String {
        switch self {
        case .unknown: "?"
        case .cloudy: "mm"
        case .fog: "="
        case .heavyRain: "///"
        case .heavyShowers: "//"
        case .heavySnow: "**"
        case .heavySnowShowers: "*/*"
        case .lightRain: "/"
        case .lightShowers: "."
        case .lightSleet: "x"
        case .lightSleetShowers: "x/"
        case .lightSnow: "*"
        case .lightSnowShowers: "*/"
        case .partlyCloudy: "m"
        case .sunny: "o"
        case .thunderyHeavyRain: "/!/"
        case .thunderyShowers: "!/"
        case .thunderySnowShowers: "*!*"
        case .veryCloudy: "mmm"
        }
    }
}
