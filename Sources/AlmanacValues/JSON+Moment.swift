import Records

extension JSON {
    /// The moment, if this is a number of microseconds since 1970 within some thousand years.
    var moment: UTC? { int.flatMap { $0.magnitude < 1 << 57 ? UTC(microseconds: Int64($0)) : nil } }
}
