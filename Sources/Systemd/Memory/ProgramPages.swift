import CSystemd
import Glibc

/// The pages of the program and its libraries that are mapped.
public enum ProgramPages {
    /// The size from which a segment is unmapped: each call interrupts the processors of the other threads.
    private nonisolated static let least: UInt = 128 << 10

    /// Unmaps the pages of code and constants, so that from now on only those count as resident that are used
    /// again; call it once, after the start.
    ///
    /// The kernel maps the neighbours of each page that a program reads, and a start reads far more than what
    /// follows. The pages stay in the page cache, from where the kernel maps them again at their next use.
    ///
    /// Source: madvise(2), MADV_DONTNEED: private pages without changes are read from their file again.
    public static func unmap() {
        _ = dl_iterate_phdr(
            { object, _, _ in
                guard let object = object?.pointee, let headers = object.headers else { return 0 }
                for index in 0..<Int(object.count) {
                    ProgramPages.unmap(headers[index], base: UInt(object.base))
                }
                return 0
            }, nil)
    }

    /// Unmaps the complete pages of a segment that is loaded and was never writable.
    private nonisolated static func unmap(_ header: Elf64_Phdr, base: UInt) {
        guard header.p_type == UInt32(PT_LOAD), header.p_flags & UInt32(PF_W) == 0 else { return }
        let page = UInt(sysconf(CInt(_SC_PAGESIZE)))
        let start = base + UInt(header.p_vaddr)
        let first = (start + page - 1) / page * page
        let end = (start + UInt(header.p_filesz)) / page * page
        guard first + least <= end, let address = UnsafeMutableRawPointer(bitPattern: first) else { return }
        // A kernel that refuses this only keeps the pages.
        _ = madvise(address, Int(end - first), MADV_DONTNEED)
    }
}
