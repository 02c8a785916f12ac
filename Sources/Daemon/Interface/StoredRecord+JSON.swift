import Records
import Storing

nonisolated extension StoredRecord {
    /// Writes the record as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type Record.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("source")
        writer.string(source)
        writer.name("key")
        writer.string(record.key)
        if let title = record.title {
            writer.name("title")
            writer.string(title)
        }
        writer.name("generation")
        writer.number(generation)
        writer.name("realtimeUSec")
        writer.number(Int(at.microseconds))
        if let position = record.position {
            writer.name("latitude")
            writer.number(position.latitude)
            writer.name("longitude")
            writer.number(position.longitude)
        }
        writer.name("data")
        writer.literal(record.data)
        writer.endObject()
    }
}

nonisolated extension JSONWriter {
    /// Returns an object with a list, and the number of elements that it would have without a limit; `nil` if
    /// that is not requested.
    static func list<T>(
        _ name: String, _ elements: some Sequence<T>, total: Int? = nil,
        _ write: (inout JSONWriter, T) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(name)
        writer.beginArray()
        for element in elements { write(&writer, element) }
        writer.endArray()
        if let total {
            writer.name("total")
            writer.number(total)
        }
        writer.endObject()
        return writer.finish()
    }
}
