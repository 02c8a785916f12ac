import Decoding

/// The values that aviationweather.gov documents for members of reports in JSON, and for the elements,
/// attributes and columns of the same meaning: one that is seen for the first time shows no change of the
/// provider.
///
/// Source: aviationweather.gov's OpenAPI, METARJSON and TAFJSON.
package enum ReportValues {
    /// The values, each with its name, in the form of `Known=`.
    package static let known = KnownNames.values([
        "metarType": types, "metar_type": types,
        "fltCat": categories, "flight_category": categories,
        "cover": covers, "sky_cover": covers,
    ])

    private static let types = "METAR SPECI SYNOP BUOY"
    private static let categories = "VFR MVFR IFR LIFR"
    private static let covers = "CLR SKC NSC NCD CAVOK FEW SCT BKN OVC OVX"
}
