import Glibc
import Subscribing
import Systemd
import Varlink

/// The ledger of a process that has exited, and the subscribers recorded in it.
enum LedgerTarget {
    private static let entries = 8
    private static let entrySize = 128

    /// Adopts a ledger whose first bytes are the input and whose head is valid, unless the input selects
    /// otherwise.
    static func run(_ input: FuzzInput) {
        let keepsHead = input.choice(of: [true, true, true, false])
        adopt(input.bytes, keepsHead: keepsHead)
    }

    private static func adopt(_ bytes: [UInt8], keepsHead: Bool) {
        // Without memory there is nothing to test.
        guard let model = try? Ledger(named: "0123456789abcdef", entries: entries) else { return }
        let copy = dup(model.raw)
        let start = keepsHead ? entrySize : 0
        let mapped = bytes.prefix((entries + 1) * entrySize - start)
        write(Array(mapped), to: copy, at: start)
        // Bytes beyond the entries belong to the area after them, which begins at a multiple of 64 KiB.
        write(Array(bytes.dropFirst(mapped.count)), to: copy, at: 1 << 16)
        guard let ledger = try? Ledger(adopting: FileDescriptor(owning: copy), entries: entries) else {
            return
        }
        for entry in ledger.entries {
            require((0..<entries).contains(entry.place), "an entry has a place")
            _ = KeptSubscriber(entry, of: LedgerLog(ledger.name))?.bytes
        }
        ledger.retain([])
        require(ledger.count == 0, "no entry is left when none is retained")
    }

    private static func write(_ bytes: [UInt8], to file: CInt, at offset: Int) {
        let written = pwrite(file, bytes, bytes.count, off_t(offset))
        require(written == bytes.count, "the model can be written")
    }
}
