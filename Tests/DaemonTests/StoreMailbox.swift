import Glibc
import Systemd

/// A service manager that receives descriptors to store, and counts them.
final class StoreMailbox {
    private let raw: CInt
    /// The stored descriptors, in the order of their arrival, which the next run receives.
    private var kept: [PassedDescriptor] = []

    /// Listens at a path, to which this process sends its notifications from now on.
    init(_ path: String) {
        raw = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        precondition(RawSocket.with(path) { bind(raw, $0, $1) } == 0, "cannot listen at \(path)")
        setenv("NOTIFY_SOCKET", path, 1)
    }

    isolated deinit { close(raw) }

    /// Returns the number and name of the descriptors in each message received since the last call: `["p 1",
    /// "r 3"]`.
    func take() -> [String] {
        var found: [String] = []
        while let message = receive() { if !message.isEmpty { found.append(message) } }
        return found
    }

    /// Returns the descriptors that were stored so far, once.
    func takeKept() -> [PassedDescriptor] {
        _ = take()
        defer { kept = [] }
        return kept
    }

    /// Returns the next message; empty if it contains no descriptors, `nil` if there is none. See cmsg(3).
    private func receive() -> String? {
        var text = [UInt8](repeating: 0, count: 4_096)
        var control = [UInt64](repeating: 0, count: 256)
        let (count, descriptors) = text.withUnsafeMutableBytes { text in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: text.baseAddress, iov_len: text.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return (recvmsg(raw, &message, CInt(MSG_DONTWAIT)), StoreMailbox.descriptors(in: control))
                }
            }
        }
        guard count >= 0 else { return nil }
        let lines = String(decoding: text[..<count], as: UTF8.self).split(separator: "\n")
        guard lines.contains("FDSTORE=1") else { return "" }
        let name = lines.first { $0.hasPrefix("FDNAME=") }?.dropFirst(7) ?? ""
        for descriptor in descriptors {
            kept.append(PassedDescriptor(name: String(name), FileDescriptor(owning: descriptor)))
        }
        return "\(name) \(descriptors.count)"
    }

    private static func descriptors(in control: UnsafeMutableRawBufferPointer) -> [CInt] {
        let size = control.load(as: Int.self)
        guard size > 16, control.load(fromByteOffset: 12, as: CInt.self) == SCM_RIGHTS else { return [] }
        return stride(from: 16, to: size, by: 4).map { control.load(fromByteOffset: $0, as: CInt.self) }
    }
}
