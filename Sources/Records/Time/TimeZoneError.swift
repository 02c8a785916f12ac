/// The reason why bytes are not the file of a time zone.
public enum TimeZoneError: Error, Hashable, CustomStringConvertible {
    /// The bytes do not begin as a TZif file of a known version.
    case notTimeZoneFile
    /// The file ends before its last part.
    case incomplete
    /// A part contradicts the format; the text names it.
    case invalid(String)
    /// The file counts leap seconds, as those of the folder `right` do.
    case hasLeapSeconds

    /// The fault, to be printed after a colon.
    public var description: String {
        switch self {
        case .notTimeZoneFile: "not a TZif file"
        case .incomplete: "incomplete"
        case .invalid(let part): "invalid \(part)"
        case .hasLeapSeconds: "with leap seconds"
        }
    }
}
