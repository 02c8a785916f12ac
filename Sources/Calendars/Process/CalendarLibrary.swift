import CLibical

/// The library that expands calendars.
public enum CalendarLibrary {
    /// The version of libical that almanac was built with; any release of that version is found at run time.
    public static let version = ICAL_VERSION
}
