import Decoding

/// The latitude and longitude of a row, as far as they have been read.
struct PositionHalves {
    private var latitude: PlainDecimal?
    private var longitude: PlainDecimal?

    /// The latitude at 0, the longitude at 1.
    subscript(_ half: Int) -> PlainDecimal? {
        get { half == 0 ? latitude : longitude }
        set { if half == 0 { latitude = newValue } else { longitude = newValue } }
    }
}
