import Definitions
import Glibc
import Records

/// Decodes a document from standard input with a source's definition, and prints its records.
struct Decoding {
    private let source: String
    private let time: String?
    private let directories: Directories

    init(_ source: String, at time: String?, in directories: Directories) {
        self.source = source
        self.time = time
        self.directories = directories
    }

    /// Prints one record per line; errors go to standard error.
    ///
    /// - Returns: The exit status: 65 if nothing could be decoded, 78 if the definition is wrong.
    func run() -> CInt {
        guard let moment = moment else {
            complain("\(time ?? "") is not a time such as 2026-11-20T08:00:00Z")
            return ExitStatus.usage
        }
        do throws(OptionError) {
            var trial = try DecodingTrial(source, in: directories, at: moment) { line in say(line) }
            trial.rejected = { complain($0) }
            return read(&trial)
        } catch {
            complain("\(error)")
            return ExitStatus.configuration
        }
    }

    private var moment: UTC? {
        guard let time else {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return UTC(seconds: Int64(now.tv_sec))
        }
        return UTC(iso8601: time)
    }

    private func read(_ trial: inout DecodingTrial) -> CInt {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        do {
            while true {
                let count = buffer.withUnsafeMutableBytes { room in
                    Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    complain("cannot read standard input: \(String(cString: strerror(errno)))")
                    return ExitStatus.inputOutput
                }
                if count == 0 { break }
                try trial.read(buffer.span.extracting(first: count))
            }
            try trial.finish()
        } catch {
            complain("\(error)")
            return ExitStatus.data
        }
        return trial.count > 0 ? ExitStatus.success : ExitStatus.data
    }
}
