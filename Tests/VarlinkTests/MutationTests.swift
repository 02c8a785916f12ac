import Records
import Testing
import Varlink

/// Mutated input never traps, and every message that is accepted is valid.
@Suite struct MutationTests {
    private static let call = Array(
        "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\\u00e9\",\"n\":[1,-2.5e3]},\"more\":true}"
            .utf8)

    @Test func `mutated calls are parsed without loss or refused`() {
        var random = Xorshift(state: 11)
        var taken = 0
        for _ in 0..<5_000 {
            let bytes = random.change(Self.call)
            guard let call = try? CallMessage(parsing: bytes) else { continue }
            taken += 1
            let again = call.bytes(.nul).dropLast()
            #expect((try? CallMessage(parsing: Array(again))) == call)
        }
        #expect(taken > 100)
    }

    @Test func `mutated replies are parsed or refused`() {
        var random = Xorshift(state: 13)
        let reply = Array(
            "{\"parameters\":{\"a\":{\"b\":[true,null]}},\"continues\":true,\"error\":null}".utf8)
        let taken = (0..<5_000).filter { _ in (try? ReplyMessage(parsing: random.change(reply))) != nil }
        #expect(taken.count > 100)
    }

    @Test func `mutated descriptions are parsed or refused, and parsed ones check parameters`() throws {
        var random = Xorshift(state: 17)
        let text = Array(Fixture.text.utf8)
        let parameters = try JSON(parsing: Self.call)
        var taken = 0
        for _ in 0..<2_000 {
            let changed = String(decoding: random.change(text), as: UTF8.self)
            guard let description = try? InterfaceDescription(parsing: changed) else { continue }
            taken += 1
            for method in description.methods where !method.parameters.isEmpty {
                #expect(description.misfit(in: parameters, of: method.parameters) != nil)
            }
        }
        #expect(taken > 100)
    }

    @Test
    func `mutated streams yield messages within the limit, and none after the first contains a delimiter`() {
        var random = Xorshift(state: 19)
        let stream = Array((0..<5).map { _ in Self.call + [0x0A] }.joined())
        for _ in 0..<500 {
            var (reader, frames) = (FrameReader(limit: 200), [[UInt8]]())
            for piece in random.change(stream).split(separator: 0x6D) {
                piece.withUnsafeBytes { reader.append($0) }
                while let frame = try? reader.next() { frames.append(frame) }
            }
            let delimiter = reader.framing?.rawValue ?? 0
            #expect(
                frames.allSatisfy { $0.count <= 200 }
                    && frames.dropFirst().allSatisfy { !$0.contains(delimiter) })
        }
    }
}

extension Xorshift {
    /// Returns the bytes with a few of them changed, removed or duplicated.
    fileprivate mutating func change(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0...3, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes[place] = bytes.randomElement(using: &self) ?? 0
            case 2: bytes.remove(at: place)
            default: bytes.insert(bytes[place], at: place)
            }
        }
        return bytes
    }
}
