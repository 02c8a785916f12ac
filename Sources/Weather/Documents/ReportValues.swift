import Decoding

/// The values that aviationweather.gov documents for members of reports in JSON: one that is seen for the first
/// time shows no change of the provider. Values in its XML and CSV are not compared.
///
/// Source: aviationweather.gov's OpenAPI, METARJSON and TAFJSON.
package enum ReportValues {
    /// The values, each with its name, in the form of `Known=`.
    package static let known = KnownNames.values([
        "metarType": "METAR SPECI SYNOP BUOY",
        "fltCat": "VFR MVFR IFR LIFR",
        "cover": "CLR SKC NSC NCD CAVOK FEW SCT BKN OVC OVX",
    ])
}
