import Daemon
import Records
import Varlink

/// Bytes that arrive on a socket: frames, calls, replies, and parameters checked against io.almanac.
enum FrameTarget {
    private static let limit = 2048
    private static let almanac: InterfaceDescription? = try? InterfaceDescription(
        parsing: AlmanacInterface.text)

    /// Reads frames at once and in small pieces, which must give the same result.
    static func run(_ input: FuzzInput) {
        let framing = input.choice(of: [nil, Framing.nul, Framing.newline])
        let whole = frames(input.bytes, framing, piece: max(1, input.bytes.count))
        let pieces = frames(input.bytes, framing, piece: 3)
        require(whole == pieces, "pieces of frames must not change what is read")
        for frame in whole where frame.count <= limit {
            call(frame)
            reply(frame)
        }
    }

    /// Returns the frames; an error adds a frame that is longer than the limit.
    private static func frames(_ bytes: [UInt8], _ framing: Framing?, piece: Int) -> [[UInt8]] {
        var reader = FrameReader(limit: limit, framing: framing)
        var frames: [[UInt8]] = []
        do throws(FrameError) {
            for start in stride(from: 0, to: bytes.count, by: piece) {
                bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { reader.append($0) }
                while let frame = try reader.next() { frames.append(frame) }
            }
        } catch {
            frames.append([UInt8](repeating: 0, count: limit + 1))
        }
        _ = reader.isEmpty
        return frames
    }

    private static func call(_ frame: [UInt8]) {
        // An invalid call is refused, which is all that is required.
        guard let call = try? CallMessage(parsing: frame) else { return }
        let again = try? CallMessage(parsing: Array(call.bytes(.nul).dropLast()))
        require(again == call, "a call that was written reads back")
        let name = call.method.split(separator: ".").last.map(String.init) ?? ""
        guard let almanac, let method = almanac.method(name) else { return }
        _ = almanac.misfit(in: call.parameters, of: method.parameters)
    }

    private static func reply(_ frame: [UInt8]) {
        // An invalid reply is refused, which is all that is required.
        guard let reply = try? ReplyMessage(parsing: frame) else { return }
        let bytes = ReplyMessage.bytes(
            parameters: reply.parameters.bytes, continues: reply.continues, framing: .nul)
        guard reply.error == nil else { return }
        require(
            (try? ReplyMessage(parsing: Array(bytes.dropLast()))) == reply,
            "a reply that was written reads back")
    }
}
