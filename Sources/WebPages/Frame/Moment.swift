import Records
import Showing

extension HTML {
    /// Adds a moment in the user's time zone; a script adds its age.
    mutating func add(moment: UTC, on paper: Paper) {
        add(
            "time", ["datetime": moment.description, "title": moment.description],
            text: paper.when(moment))
    }
}
