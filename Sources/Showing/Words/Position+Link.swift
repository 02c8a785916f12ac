import Records

extension Position {
    /// The position as a link for map programs, precise to a tenth of a metre.
    ///
    /// Source: RFC 5870.
    var link: String { "geo:\(shown(latitude)),\(shown(longitude))" }

    private func shown(_ degrees: Double) -> String {
        JSONWriter.shortest((degrees * 1_000_000).rounded() / 1_000_000)
    }
}
