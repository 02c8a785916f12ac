import Records

/// A remark on thunderstorms, clouds or weather, kept as reported with the place that it names.
struct RemarkPhrase: Hashable, Sendable {
    /// The subject of a remark.
    enum Sort: UInt8 {
        /// `OCNL LTGICCG DSNT S-W`.
        case lightning
        /// `TORNADO B25 N MOV E`, `FUNNEL CLOUD`, `WATERSPOUT`.
        case tornado
        /// `TS OHD MOV E`.
        case thunderstorm
        /// `CB DSNT W`, `TCU OHD`, `ACSL SW-W`.
        case cloud
        /// `BKN014 V OVC`.
        case variableSky
        /// `FU BKN020`.
        case obscuration
        /// `SHRA DSNT W`, `VCSH NW`, `VIRGA SW-N`.
        case nearby
        /// `RAB12E30`.
        case times
    }

    let sort: Sort
    /// The words as reported, separated by single spaces.
    let text: String
}

extension Remarks {
    /// Lightning with its frequency, types, distance and directions as reported, such as `LTG DSNT S-W`.
    ///
    /// Source: FMH-1 12.7.1.j.
    public var lightning: [String] { texts(.lightning) }

    /// Tornadoes, funnel clouds and waterspouts as reported, such as `TORNADO B25 N MOV E`.
    ///
    /// Source: FMH-1 12.7.1.b.
    public var tornadic: [String] { texts(.tornado) }

    /// Thunderstorms with their place and movement as reported, such as `TS OHD MOV E`.
    public var thunderstorms: [String] { texts(.thunderstorm) }

    /// Significant clouds with their place as reported, such as `CB DSNT W`, or cloud types with such a cloud
    /// and their eighths, such as `CB3TCU1AC1`.
    public var significantClouds: [String] { texts(.cloud) }

    /// Sky covers that vary as reported, such as `BKN014 V OVC`.
    public var variableSky: [String] { texts(.variableSky) }

    /// Obscurations with their cover and height as reported, such as `FU BKN020`.
    public var obscurations: [String] { texts(.obscuration) }

    /// Weather that is not at the station, with its place as reported, such as `SHRA DSNT W`.
    public var nearbyWeather: [String] { texts(.nearby) }

    /// Weather with the times of its start and end as reported, such as `RAB12E30`.
    public var weatherTimes: [String] { texts(.times) }

    private func texts(_ sort: RemarkPhrase.Sort) -> [String] { hasRare ? rare.texts(sort) : [] }
}

extension RareRemarks {
    /// Returns the remarks on a subject as reported.
    func texts(_ sort: RemarkPhrase.Sort) -> [String] {
        phrases.lazy.filter { $0.sort == sort }.map(\.text)
    }
}
