import Records
import Varlink

/// The change that the benchmark publishes: about 300 bytes on the wire.
enum FanoutChange {
    /// The first number; all numbers have the same number of digits.
    static let first: Int64 = 10_000_001
    static let source = "metar@KPWM"
    static let key = "KPWM"
    static let raw = "KPWM 201651Z 24012KT 10SM SCT250"
    static let before = "KPWM 201551Z 23010KT 10SM FEW045"
    static let data = Array("{\"raw\":\"\(raw)\"}".utf8)
    static let previous = Array("{\"raw\":\"\(before)\"}".utf8)
    static let at = UTC(microseconds: 1_760_000_000_000_000)

    /// Returns the change as the store would; making it is not measured.
    static func change(_ number: Int64) -> Change {
        Change(
            number: number, source: source, key: key, kind: .changed, title: nil, at: at, generation: 1_000,
            data: data, patch: data, previous: previous)
    }

    /// Returns the bytes on the wire, written in the shortest way.
    static func frame(_ number: Int64, epoch: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 400)
        writer.beginObject()
        writer.name("parameters")
        writer.beginObject()
        writer.name("event")
        writer.string("changed")
        writer.name("cursor")
        writer.string("\(epoch).\(number)")
        writer.name("realtimeUSec")
        writer.number(Int(at.microseconds))
        writer.name("source")
        writer.string(source)
        writer.name("key")
        writer.string(key)
        writer.name("generation")
        writer.number(1_000)
        for (name, text) in [("data", raw), ("patch", raw), ("previous", before)] {
            writer.name(name)
            writer.beginObject()
            writer.name("raw")
            writer.string(text)
            writer.endObject()
        }
        writer.name("paths")
        writer.beginArray()
        writer.string("/raw")
        writer.endArray()
        writer.endObject()
        writer.name("continues")
        writer.bool(true)
        writer.endObject()
        return writer.take() + [0]
    }
}
