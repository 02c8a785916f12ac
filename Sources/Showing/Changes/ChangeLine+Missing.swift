import AlmanacValues
import Records

extension Event {
    /// Whether the change of a report says only that a newer one is missing (NIL), or no longer is.
    var isAboutMissing: Bool {
        let names = patch?.object?.map(\.name) ?? []
        return names.count == 1 && names[0].utf8.elementsEqual(WeatherMember.missing.description.utf8)
    }
}
