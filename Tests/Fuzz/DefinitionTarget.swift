import Decoding
import Definitions
import Records

/// Definitions and almanac.conf; after a NUL, a document that the definition decodes.
enum DefinitionTarget {
    private static let privileged = ["AllowPrivate", "CAFile", "Credential", "Header", "Path", "Proxy"]

    static func run(_ input: FuzzInput) {
        let (text, document) = input.halves
        var options = Options()
        // Invalid options are refused, which is all that is required.
        guard (try? options.read(text, file: "fuzz.source")) != nil else { return }
        input.choice(of: [byFile, byUser, rules, configuration])(options, document)
    }

    private static func byFile(_ options: Options, _ document: [UInt8]) {
        guard let definition = try? Definition(SourceName("a@KPWM")!, options: options, by: .file) else {
            return
        }
        _ = (definition.title, definition.tags, definition.decodingHash, definition.origin.text)
        decode(definition, document)
    }

    private static func byUser(_ options: Options, _ document: [UInt8]) {
        guard let definition = try? Definition(SourceName("a")!, options: options, by: .user) else { return }
        let entries = definition.options.entries.filter { $0.section == "Source" }
        require(!entries.contains { privileged.contains($0.name) }, "a user sets no privileged key")
        decode(definition, document)
    }

    private static func rules(_ options: Options, _ document: [UInt8]) {
        for kind in [Kind.table, .json, .feed] {
            _ = DocumentTarget.decode(kind, options, document, slice: 4096)
        }
    }

    private static func configuration(_ options: Options, _ document: [UInt8]) {
        guard let configuration = try? Configuration(options) else { return }
        require(configuration.maximumConnections > 0, "a limit is above 0")
    }

    private static func decode(_ definition: Definition, _ document: [UInt8]) {
        guard definition.kind.readsDocuments else { return }
        _ = DocumentTarget.decode(definition.kind, definition.options, document, slice: 4096)
    }
}
