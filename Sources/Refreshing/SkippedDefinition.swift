import Definitions
import Records
import Storing

/// A definition that cannot be used: its source has no data, or those of an earlier definition.
package struct SkippedDefinition {
    /// The definition, with the file, the line and the reason.
    let fault: Catalogue.Fault
    /// The moment since which it cannot be used.
    let since: UTC

    /// The failure of the source.
    var failure: SourceState.Failure {
        SourceState.Failure(reason: .configuration, message: "\(fault.error)", at: since)
    }

    /// The description of the source as the interface sends it: what could be read of the definition.
    ///
    /// Source: io.almanac.varlink, type SourceContext.
    var context: JSON {
        let options = fault.options
        let tags = options.words(in: "Source", named: "Tags")
        return .members([
            "name": fault.name.map { .string($0.text) },
            "kind": fault.kind.map { .string($0.rawValue) },
            "title": options.last(in: "Source", named: "Title").map { .string($0.value) },
            "tags": tags.isEmpty ? nil : .array(tags.map(JSON.string)),
        ])
    }
}
