package import Records

extension Position {
    /// The position with two decimals, `43.65,-70.31`, as in the name of a source: places within about a
    /// kilometre share one.
    package var inHundredths: String {
        [latitude, longitude].map { JSONWriter.shortest(($0 * 100).rounded() / 100) }.joined(separator: ",")
    }
}
