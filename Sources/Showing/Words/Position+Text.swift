package import Records

extension Position {
    /// The position with two decimals, `43.65,-70.31`: the instance of a source, which places that are near share.
    package var inHundredths: String {
        [latitude, longitude].map { JSONWriter.shortest(($0 * 100).rounded() / 100) }.joined(separator: ",")
    }
}
