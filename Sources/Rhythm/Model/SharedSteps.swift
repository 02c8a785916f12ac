/// The steps into which a shared plan divides the time after a request, which last as long as the longest
/// pause of most sources.
///
/// The steps of the next two intervals are short, since the next request is mostly among them; later steps
/// are twice as long. Times are counted in short steps.
enum SharedSteps {
    /// The numbers of short and of long steps, which are two intervals each, and of both.
    static let short = 48
    static let long = 24
    static let count = short + long
    /// The short steps of an interval.
    static let perInterval = 24.0

    /// Returns the start of a step; that of `count` is the end of all.
    static func start(_ index: Int) -> Double {
        Double(index <= short ? index : 2 * index - short)
    }
}
