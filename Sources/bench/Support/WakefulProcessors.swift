import Glibc
import Systemd

/// Keeps idle processors awake while it exists: they poll instead of stopping.
///
/// The time in which a stopped processor wakes up is a property of the machine. In a virtual machine it can be several
/// times the time in which a thread wakes up on a processor that is awake, and it changes from minute to minute.
///
/// Source: Linux, Documentation/power/pm_qos_interface.rst, /dev/cpu_dma_latency.
final class WakefulProcessors {
    private let request: FileDescriptor

    /// Requests a latency of 0.
    ///
    /// - Throws: The system error if that is not allowed, or the system has no such interface.
    private init() throws(SystemError) {
        let path = "/dev/cpu_dma_latency"
        request = try FileDescriptor(opening: path, O_WRONLY)
        let latency: [CInt] = [0]
        let size = MemoryLayout<CInt>.size
        guard write(request.raw, latency, size) == size else { throw .last("write", path) }
    }

    /// Keeps idle processors awake, if that is possible, and prints how long it takes to wake up threads.
    ///
    /// - Returns: The request; `nil` if it is not allowed.
    /// - Throws: A system error of the measurement.
    static func keep() throws -> WakefulProcessors? {
        let asleep = Measure.short(try WakeUpTime.measure())
        do {
            let processors = try WakefulProcessors()
            let awake = Measure.short(try WakeUpTime.measure())
            print("waking up two threads: \(awake) ms, or \(asleep) ms if idle processors may stop")
            return processors
        } catch let error as SystemError {
            print("waking up two threads: \(asleep) ms; idle processors cannot be kept awake: \(error)")
            return nil
        }
    }
}
