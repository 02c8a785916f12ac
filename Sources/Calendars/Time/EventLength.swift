/// The length of an event: days and weeks on the clock, and hours, minutes and seconds that pass.
///
/// A day across a change of the clocks has 23 or 25 hours, but eight hours are always eight hours.
///
/// Source: RFC 5545, 3.3.6.
struct EventLength: Hashable {
    /// The part on the clock, in seconds.
    var nominal: Int64 = 0
    /// The part that passes, in seconds.
    var exact: Int64 = 0

    /// Both parts, in seconds.
    var seconds: Int64 { nominal + exact }

    /// The length with the other sign.
    var negated: EventLength { EventLength(nominal: -nominal, exact: -exact) }
}
